/// The version of CoachKit that the command-line tool prints and exports record.
package let coachKitVersion = "0.1.0"
