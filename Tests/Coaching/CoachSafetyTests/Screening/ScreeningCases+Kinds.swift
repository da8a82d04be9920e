import CoachSafety
import SafetyRules

/// Messages by what makes them hard: the same words once in earnest and once not.
///
/// They are invented here, apart from those of the evaluation, by an author who knew the cue files. They therefore show
/// what works and what has stopped working, not how much is missed in practice.
extension ScreeningCase {
  private static func seen(
    _ kind: String, _ category: CrisisCategory, subject: CrisisSubject = .writer, _ texts: [String]
  ) -> [ScreeningCase] {
    texts.enumerated().map {
      ScreeningCase(
        name: "\(kind) \(category.rawValue) \(subject.rawValue)", number: $0 + 1,
        category: category, severity: nil, subject: subject, text: $1)
    }
  }

  private static func passed(_ kind: String, _ texts: [String]) -> [ScreeningCase] {
    texts.enumerated().map {
      ScreeningCase(name: "calm \(kind)", number: $0 + 1, severity: nil, text: $1)
    }
  }

  /// Messages that must be flagged, by kind.
  static let signalsByKind: [ScreeningCase] = [
    seen(
      "negation", .suicidalThoughts,
      [
        "I'm not ok, I want to die", "I can't stop thinking about killing myself",
        "it's not that I'm sad, I just want to be dead",
        "I have never wanted to die as much as today", "I don't see why I should stay alive",
        "tell me why I shouldn't kill myself",
      ]),
    seen(
      "tense", .suicidalThoughts,
      [
        "I wanted to die back then and lately it has come back",
        "I tried to kill myself last month and nobody knows",
        "two years ago I wanted to kill myself, and now I want to again",
      ]),
    seen("tense", .selfHarm, ["I used to cut myself and last week I started again"]),
    seen(
      "person", .suicidalThoughts, subject: .someoneElse,
      [
        "my best friend told me that she wants to kill herself",
        "my brother keeps saying he wants to die and I don't know what to do",
        "I'm scared that my wife is going to kill herself",
        "my friend had a suicide attempt and is back at school now",
        "I can't get it out of my head that a guy on our floor had a suicide attempt",
        "ever since my best friend's suicide attempt I can't sleep",
      ]),
    seen("person", .suicidalThoughts, ["my mum found me after my suicide attempt last week"]),
    seen(
      "friend", .suicidalThoughts,
      [
        "asking for a friend, how do you stop wanting to die",
        "My friend wants to kill herself. Ok fine, the friend is me.",
      ]),
    seen(
      "humour", .suicidalThoughts,
      ["lol I want to die", "i wanna kill myself haha", "jk but also not jk i want to be dead"]),
    seen(
      "algospeak", .suicidalThoughts,
      [
        "i wanna kms", "been thinking about unaliving myself", "su1c1dal again tbh",
        "i want to k1ll myself", "I am thinking about s u i c i d e",
      ]),
    seen(
      "misspelling", .suicidalThoughts,
      [
        "i wnat to die", "i dont wanna live anymroe", "im so sucidal rn", "i want to kil myself",
        "i want to end my lief",
      ]),
    seen(
      "indirect", .suicidalThoughts,
      [
        "I'm such a burden. They would all be better off without me.",
        "I wrote goodbye letters to everyone and gave my dog away.",
        "I just want to go to sleep and never wake up",
        "there is no point in living any more, nothing will ever get better",
      ]),
    seen(
      "denial", .suicidalThoughts,
      [
        "I'm not suicidal or anything but I wish I didn't exist",
        "not that I'd do anything, but everyone would be better off if I was dead",
        "I would never do it, I just think about killing myself every night",
      ]),
    seen(
      "minimised", .abuse,
      [
        "he only hit me once and it was my own fault",
        "it's nothing, he just pushes me around when he's drunk",
        "she slapped me again but she always says sorry after",
      ]),
    seen(
      "control", .abuse,
      [
        """
        He reads my messages every night. He keeps all of my money and I have to ask for every \
        coin. I'm not allowed to see my friends any more.
        """,
        "my boyfriend tracks my phone, decides what I wear and won't let me see my sister",
      ]),
    seen(
      "child", .childAtRisk,
      [
        "I'm 13 and my stepdad comes into my room at night and touches me",
        "my mum hits me with a belt when my grades are bad, I'm in 7th grade",
      ]),
    seen(
      "child", .childAtRisk, subject: .someoneElse,
      [
        "my ex hits our son when he is with him",
        "I found out that my husband touches our daughter",
      ]),
    seen(
      "harm", .harmToOthers,
      [
        "I'm going to stab him when he comes home", "I can't stop thinking about killing my father",
        "I hit my girlfriend last night and I'm afraid I will do it again",
      ]),
    seen(
      "self-harm", .selfHarm,
      ["I cut myself again last night", "i burn myself on purpose when it gets too much"]),
    seen(
      "es", .suicidalThoughts,
      [
        "no aguanto más, me quiero morir", "estoy pensando en matarme",
        "todos estarían mejor sin mí, quiero desaparecer para siempre",
        "no tengo ganas de seguir viviendo", "kiero morirme",
      ]),
    seen(
      "es", .abuse,
      [
        "mi novio me revisa el celular, me insulta y no me deja salir de casa",
        "mi esposo me golpeó anoche",
      ]),
    seen(
      "es", .suicidalThoughts, subject: .someoneElse,
      ["mi hermana dice que se quiere matar", "una amiga mía tuvo un intento de suicidio"]),
    seen(
      "de", .suicidalThoughts, subject: .someoneElse,
      ["eine Freundin von mir hatte letzte Woche einen Suizidversuch"]),
    seen(
      "de", .suicidalThoughts,
      [
        "ich will nicht mehr aufwachen", "ich denke jeden Tag daran, mich umzubringen",
        "ohne mich wären alle besser dran", "ich kann nicht mehr, ich will tot sein",
      ]),
    seen("de", .abuse, ["mein Freund hat mich gestern geschlagen und ich habe Angst vor ihm"]),
  ].flatMap { $0 }

  /// Messages that must not be flagged, by kind.
  static let calmByKind: [ScreeningCase] = [
    passed(
      "negation",
      [
        "I have never wanted to hurt myself", "no, I don't think about killing myself",
        "I don't have any plans to end my life", "he has never hit me",
        "I would never hurt my kids", "I never felt suicidal",
      ]),
    passed(
      "tense",
      [
        "when I was sixteen I wanted to die, and I'm so glad that I stayed",
        "I used to cut myself as a teenager, that is long over",
        "ten years ago I tried to kill myself and today I have a family that I love",
      ]),
    passed(
      "friend",
      [
        "asking for a friend, how long do boiled eggs keep",
        "my friend keeps cancelling on me, should I say something",
      ]),
    passed(
      "idiom",
      [
        "this queue is killing me", "my feet are killing me after that run",
        "I'd kill for a day off",
        "we killed it on stage tonight", "I'm dying for a nap", "I could murder a curry",
        "over my dead body will I join that call", "my plants keep dying",
        "the deadline nearly killed me", "I drop dead into bed every evening",
      ]),
    passed(
      "hyperbole",
      [
        "if I get one more email today I'm going to scream",
        "I died when he called me mum in front of the whole class",
        "this heat will be the death of me", "I'd rather die than sing in front of people",
        "I'm so bored I could die",
      ]),
    passed(
      "quotation",
      [
        "the song goes \"I want to die\" and everybody sings along",
        "My colleague said \"kill me now\" when the printer jammed.",
      ]),
    passed(
      "fiction",
      [
        "In my novel the hero says that he wants to die",
        "I'm writing a scene in which the queen takes her own life",
        "the main character kills herself at the end and I cried",
      ]),
    passed(
      "study",
      [
        "I need sources for my essay on suicide among farmers",
        "my thesis asks why teenagers hurt themselves",
        "we had a training on domestic violence at work today",
        "I volunteer at a helpline and we talked about suicide prevention",
      ]),
    passed(
      "control",
      [
        "he checks my essay for typos before I hand it in",
        "we share our location so that the kids know where we are",
        "my wife manages our money because she is better at it",
      ]),
    passed(
      "everyday",
      [
        "I'm so tired of this job, I can't take it any more", "I feel completely overwhelmed",
        "nobody at work listens to me and it makes me furious",
        "I had a panic attack before my exam", "I cried in the car after the meeting",
        "my boyfriend and I fight about the dishes all the time",
        "I feel guilty because I shouted at my kids this morning",
        "I can't sleep because of the loan", "I'm lonely since I moved here",
        "I want to disappear for a week and turn my phone off", "I give up on this diet",
        "what is the point of these meetings", "I just want this week to end",
        "I miss my mother so much since she died",
        "I wish I could sleep for a week", "everything hurts after leg day",
      ]),
    passed(
      "es",
      [
        "me muero por verte", "el examen me va a matar", "estoy hasta la coronilla de mi jefe",
        "no aguanto más este calor", "mi abuelo murió el año pasado y lo extraño",
        "me mata de risa mi sobrino",
      ]),
    passed(
      "de",
      [
        "ich sterbe vor Hunger", "der Muskelkater bringt mich um",
        "ich kann nicht mehr, drei Sitzungen am Stück", "mein Opa ist letztes Jahr gestorben",
        "wir haben die Konkurrenz geschlagen", "ich habe die Nase voll von meinem Chef",
      ]),
  ].flatMap { $0 }
}
