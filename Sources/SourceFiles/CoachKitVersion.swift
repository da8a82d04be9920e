/// The version of CoachKit, which the tool prints and exports record.
package let coachKitVersion = "0.1.0"
