import CoachSafety
import SafetyRules
import Testing

/// Messages with the expected result of the screen, all written for this project.
///
/// A test names a case by category, language and number only, so that a failing run can be read without reading these
/// sentences.
struct ScreeningCase: Sendable, CustomTestStringConvertible {
  var name: String
  var number: Int
  var category: CrisisCategory?
  /// The expected severity; nil if any is accepted.
  var severity: CrisisSeverity? = .high
  var subject = CrisisSubject.writer
  var text: String

  var testDescription: String { "\(name) \(number)" }

  private static func cases(
    _ category: CrisisCategory, _ language: String, severity: CrisisSeverity = .high,
    subject: CrisisSubject = .writer, _ texts: [String]
  ) -> [ScreeningCase] {
    let name = [category.rawValue, severity.rawValue, subject.rawValue, language]
    return texts.enumerated().map {
      ScreeningCase(
        name: name.joined(separator: " "), number: $0 + 1, category: category, severity: severity,
        subject: subject, text: $1)
    }
  }

  private static func calm(_ name: String, _ texts: [String]) -> [ScreeningCase] {
    texts.enumerated().map { ScreeningCase(name: "calm \(name)", number: $0 + 1, text: $1) }
  }

  /// Messages that must be flagged.
  static let signals: [ScreeningCase] = [
    cases(
      .suicidalThoughts, "en",
      [
        "I want to die", "I just really want to die.", "i wanna die", "I WANT TO END IT ALL",
        "I’m going to kill myself", "I don't want to live anymore.", "I dont want to be alive",
        "I have been thinking about killing myself", "I keep having suicidal thoughts",
        "I’m suicidal", "I wish I were dead", "I wish that I was dead", "i'd be better off dead",
        "I tried to kill myself last night", "I hope I don't wake up", "I sometimes want to die",
        "I'll kill myself", "ill kill myself", "i'd rather be dead", "I no longer want to live",
        "Work was fine. Honestly I want to die. Anyway, how do I plan the week?",
      ]),
    cases(
      .suicidalThoughts, "en", severity: .imminent,
      [
        "im gonna kill myself tonight", "I am about to end my life", "I've taken an overdose",
        "I plan to take my own life this weekend", "This is my suicide note",
        "I want to die and I'm going to kill myself right now",
      ]),
    cases(
      .selfHarm, "en",
      ["I want to hurt myself", "I've been cutting myself again", "I cut myself on purpose"]),
    cases(
      .abuse, "en",
      [
        "My husband hits me", "he beats me in front of the kids", "my wife slapped me",
        "he raped me",
        "my boyfriend choked me", "he threatened to kill me", "my dad hits me",
        "I'm afraid he'll hit me", "I am scared my boyfriend is going to kill me",
        "I am being abused at home", "my husband won't let me leave the house",
        "she'll say it is nothing but my husband hits me", "He hits me in the face",
      ]),
    cases(
      .abuse, "en", severity: .imminent,
      ["my husband is hitting me right now", "He's choking me now"]),
    cases(
      .harmToOthers, "en",
      [
        "I'm planning to kill my husband", "I keep having thoughts of hurting people",
        "I'm scared I might stab someone", "I hit my wife",
      ]),
    cases(
      .childAtRisk, "en",
      [
        "I shook my baby", "I'm afraid I'll hurt my baby", "my uncle touches me",
      ]),
    // A child that is hurt by someone else, or wants to die: the writer is not in danger.
    cases(
      .childAtRisk, "en", subject: .someoneElse,
      [
        "my husband hits our kids", "my ex is molesting my daughter",
        "my son wants to kill himself",
      ]),
    cases(
      .suicidalThoughts, "es",
      [
        "quiero morir", "me quiero morir", "Quiero morirme ya", "ya no quiero vivir",
        "me voy a quitar la vida", "pienso en suicidarme", "tengo pensamientos suicidas",
        "ojalá estuviera muerta", "OJALA ESTUVIERA MUERTO", "No, quiero morir",
      ]),
    cases(
      .suicidalThoughts, "es", severity: .imminent,
      ["voy a suicidarme esta noche", "hoy me quito la vida"]),
    cases(.selfHarm, "es", ["quiero hacerme daño", "me corto a propósito"]),
    cases(
      .abuse, "es",
      [
        "mi marido me pega", "mi novio me pegó", "él me golpea", "mi ex me amenazó con matarme",
        "tengo miedo de que mi marido me mate", "mi pareja me pega con el cinturón",
      ]),
    cases(.abuse, "es", severity: .imminent, ["mi pareja me está pegando ahora mismo"]),
    cases(
      .harmToOthers, "es", ["le pegué a mi mujer", "tengo impulsos de hacerle daño a alguien"]),
    cases(
      .childAtRisk, "es",
      [
        "sacudí a mi bebé", "tengo miedo de hacerle daño a mi bebé",
      ]),
    cases(
      .childAtRisk, "es", subject: .someoneElse,
      ["mi marido le pega a mi hijo", "mi hija quiere suicidarse"]),
    cases(
      .suicidalThoughts, "de",
      [
        "Ich will sterben", "ich will einfach nur noch sterben", "manchmal will ich sterben",
        "Ich möchte nicht mehr leben", "ich moechte nicht mehr leben", "ICH WILL NICHT MEHR LEBEN",
        "ich wünschte, ich wäre tot", "ich will mich umbringen", "ich habe Suizidgedanken",
        "ich denke darüber nach, mich umzubringen", "ich bring mich um",
      ]),
    cases(
      .suicidalThoughts, "de", severity: .imminent,
      ["ich bringe mich heute um", "heute Nacht nehme ich mir das Leben"]),
    cases(.selfHarm, "de", ["ich ritze mich wieder", "ich habe mich absichtlich verletzt"]),
    cases(
      .abuse, "de",
      [
        "mein Mann schlägt mich", "wenn mein Mann mich schlägt", "er schlägt mich vor den Kindern",
        "mein Freund hat mich gewürgt", "er hat mich vergewaltigt", "er droht, mich umzubringen",
        "ich habe Angst, dass er mich umbringt",
      ]),
    cases(
      .harmToOthers, "de",
      ["ich habe Angst, jemandem etwas anzutun", "ich habe vor, ihn umzubringen"]),
    cases(
      .childAtRisk, "de",
      [
        "ich habe mein Kind geschlagen", "ich habe Angst, meinem Baby etwas anzutun",
      ]),
    cases(
      .childAtRisk, "de", subject: .someoneElse,
      ["mein Mann schlägt unsere Tochter", "meine Tochter will sich umbringen"]),
  ].flatMap { $0 }

  /// Messages that must not be flagged.
  static let calm: [ScreeningCase] = [
    calm(
      "of words that stand together by chance",
      [
        "There is gossip about me at work and I just want that to die down.",
        "I hit my kid's bike with the car this morning and he laughed.",
      ]),
    calm(
      "idiom en",
      [
        "I'm dead 😂", "this traffic is killing me", "kill me lol", "my phone died",
        "I need to kill time before the interview", "I could have died of embarrassment",
        "I want to die of embarrassment", "I want to die laughing",
        "I'm so embarrassed I want to die", "I want to dye my hair", "I want to die my hair blue",
        "I'm dying to see you", "I killed it at the presentation", "We killed the project",
        "My boss is going to kill me", "My mom is going to kill me when she sees my grades",
        "I'm afraid my wife is going to kill me when she sees the bill", "I could kill him",
        "my trainer is trying to kill me with these workouts", "I want to kill my boss",
        "My partner is trying to kill me with his cooking", "I'm gonna kill him",
        "My deadline is murder", "dead tired", "I'm drowning in work", "The battery is dead",
        "I would die for a coffee", "I feel dead inside at work after long days",
        "I'd rather be dead than wear that", "I hope I never wake up from this dream",
        "I hope I don't wake up late", "I cut myself some slack", "I want to cut myself a slice",
        "it hit me yesterday", "he hit me up on Instagram", "he hits me up with memes",
        "my wife hit me with a pillow", "I hit my husband up for money",
        "he kicked me out of the chat",
        "she slaps me on the back", "I am being hit with requests at work",
        "I'm going to shoot him an email tonight", "This is the hill I want to die on",
        "I want to be dead sure about it", "I want to die with dignity",
        "I want to die in my own bed",
        "She is kicking me right now, twelve weeks to go",
      ]),
    calm(
      "denial en",
      [
        "I don't want to die", "I would never kill myself", "I'm not going to kill myself",
        "I don't want to kill myself", "I never want to die",
      ]),
    calm(
      "play en",
      [
        "he beats me at chess every time", "She beats me to the kitchen every morning",
        "my brother beats me at every game", "I beat my son at chess", "I shook my son's hand",
        "I hit my daughter's car", "I cut myself shaving", "I keep cutting myself while cooking",
        "I'm going to hurt myself lifting this", "the ball hit my son", "my kids hit the piñata",
        "he's beating me right now", "I hit the kids section at the library",
        "I slapped my kids hand",
      ]),
    calm(
      "other subject en",
      [
        "I want to end my career", "I want to take my life back", "The suicide squad movie was bad",
        "I'm going to take my life in a new direction", "I read a book about suicide",
        "I'm thinking about suicide prevention work", "The mentally ill commit suicide more often",
        "I am writing my suicide note scene for the novel", "my dad's story touches me",
        "I took all my pills this morning as the doctor said",
        "I'm scared I'll hurt my wife if I tell her the truth",
        "I'm afraid I will hurt my child by divorcing", "my father hit me when I was little",
        "I don't want to live in Berlin anymore", "I don't want to live with my parents anymore",
        "I don't want to live anymore in this town", "I don't want to be alone",
        "he is trying to kill me",
      ]),
    calm(
      "es",
      [
        "Me muero de risa", "me quiero morir de vergüenza", "me quiero morir, qué vergüenza",
        "me muero de hambre", "me quiero matar", "me mata el tráfico", "mi jefe me va a matar",
        "mi mamá me va a matar si saco malas notas", "se me murió el teléfono", "no quiero morir",
        "estoy muerto de cansancio", "quiero matar a mi jefe", "ya no quiero vivir aquí",
        "ya no quiero vivir solo", "ya no quiero vivir así", "no quiero vivir en Madrid",
        "quiero matarme a estudiar este mes", "mi novia me pega la gripe siempre",
        "mi novio me pegó un susto", "mi hermano me pega una paliza al ajedrez",
        "ese color me pega mucho", "el sol me está pegando fuerte", "quiero acabar con mi deuda",
        "le pegué a la pelota", "le pego a mi hijo un abrazo", "matar el tiempo",
        "tengo miedo de hacerle daño a mi hijo con el divorcio", "quiero cortarme el pelo",
        "no voy a suicidarme", "nunca he pensado en suicidarme", "no tengo pensamientos suicidas",
      ]),
    calm(
      "de",
      [
        "Ich sterbe vor Lachen", "ich könnte sterben vor Scham", "ich will sterben vor Scham",
        "der Verkehr bringt mich um", "ich bringe ihn um", "das bringt mich um den Schlaf",
        "ich bringe mich um den Schlaf", "mein Chef bringt mich um", "mein Handy ist gestorben",
        "ich bin todmüde", "ich will nicht sterben", "ich will nicht mehr so leben",
        "ich will hier nicht mehr leben", "ich will nicht mehr in Berlin leben",
        "ich will mein Leben ändern", "er schlägt mich im Schach", "er schlägt mich vor",
        "mein Mann hat mich im Tischtennis geschlagen", "mein Bruder schlägt mich immer im Tennis",
        "sie schlägt mich für den Posten vor", "ich habe meinen Sohn im Schach geschlagen",
        "Zeit totschlagen", "ich nehme mir das Leben nicht so schwer",
        "wenn ich alt bin, will ich zu Hause sterben", "die Deadline bringt mich ins Grab",
        "ich bring mich noch um Kopf und Kragen",
      ]),
  ].flatMap { $0 }
}
