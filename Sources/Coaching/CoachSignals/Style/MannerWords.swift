import TextAnalysis

/// The phrases by which the manner of a reply is recognised in a language; see ``Phrase`` for how they are written.
struct MannerWords: Sendable {
  /// The coach says what they see, rather than asking.
  let statements: [Phrase]
  let action: [Phrase]
  let reflection: [Phrase]
  let challenge: [Phrase]
  let support: [Phrase]

  private init(
    statements: String, action: String, reflection: String, challenge: String, support: String
  ) {
    func phrases(_ list: String) -> [Phrase] {
      list.split(separator: ",").map { Phrase(String($0.drop { $0.isWhitespace })) }
    }
    self.statements = phrases(statements)
    self.action = phrases(action)
    self.reflection = phrases(reflection)
    self.challenge = phrases(challenge)
    self.support = phrases(support)
  }

  static let byLanguage: [String: MannerWords] = ["en": english, "es": spanish, "de": german]

  private static let english = MannerWords(
    statements: """
      i notice, i noticed, i see, i think, i hear, here is what, here's what, what i see, you could, you might, \
      my sense, my guess, the thing is, it seems to me, to be honest, let me say, i'd say, put simply
      """,
    action: """
      try, step, steps, plan, plans, this week, tomorrow, by friday, start, begin, do, done, write down, call, send, \
      practise, practice, schedule, experiment, next, goal, commit, list, option, options, decide, first thing
      """,
    reflection: """
      feel, feels, feeling, felt, mean, means, meaning, matter, matters, wonder, wondering, notice, underneath, \
      inside, sit with, stay with, what comes up, value, values, remind*, picture, imagine, heart, behind
      """,
    challenge: """
      but what, and yet, still you, what stops, what keeps you, is that true, is it true, really, honestly, \
      what if you're wrong, contradict*, avoid*, excuse*, push*, dare*, challenge*, you said, once more, \
      the other side, what would it cost, why not
      """,
    support: """
      makes sense, sounds hard, that is hard, that's hard, no wonder, of course, glad, thank you, take your time, \
      it's okay, that's okay, you're not alone, gentle, gently, proud, brave, courage, kind, care*, understand*, \
      well done, enough, rest
      """)

  private static let spanish = MannerWords(
    statements: """
      noto, veo, creo, pienso, me parece, podrías, podrias, te diría, lo que veo, oigo, siendo sincer*, para mí
      """,
    action: """
      prueba, probar, intenta, intentar, paso, pasos, plan, planes, esta semana, mañana, empezar, empieza, haz, hacer, \
      hecho, escribe, apunta, llama, llamar, manda, practica*, próximo, meta, objetivo, lista, opción, opciones, decidir
      """,
    reflection: """
      sientes, sentir, sientas, sentiste, significa, sentido, importa, importante, preguntas, notas, dentro, detrás, \
      debajo, valor, valores, recuerda, imagina, imaginas, corazón, te quedas con
      """,
    challenge: """
      pero qué, y sin embargo, aun así, qué te frena, qué te impide, es cierto, es verdad, de verdad, seguro que, \
      contradic*, evit*, excusa*, atrev*, reto*, dijiste, el otro lado, qué te costaría, por qué no
      """,
    support: """
      tiene sentido, suena duro, es duro, es difícil, no me extraña, claro, me alegra, gracias, tómate tu tiempo, \
      está bien, no estás sol*, con calma, suave*, orgull*, valiente, valentía, cuid*, entiendo, comprendo, descans*, basta
      """)

  private static let german = MannerWords(
    statements: """
      mir fällt auf, ich sehe, ich denke, ich glaube, ich höre, du könntest, mein eindruck, was ich sehe, ehrlich gesagt, \
      ich würde sagen, für mich klingt
      """,
    action: """
      probier*, versuch*, schritt, schritte, plan, pläne, diese woche, morgen, anfangen, beginn*, tun, machen, \
      aufschreiben, schreib*, ruf*, anrufen, schick*, üben, übung, nächste*, ziel, ziele, liste, möglichkeit*, \
      entscheid*, vornehmen
      """,
    reflection: """
      fühlst, fühlt, gefühl*, fühlen, bedeutet, bedeutung, wichtig, fragst, merkst, spürst, dahinter, darunter, innen, \
      bei dir, wert, werte, erinnert, stell dir vor, herz, steckt
      """,
    challenge: """
      aber was, und doch, trotzdem, was hält dich, was hindert dich, stimmt das, ist das wahr, wirklich, \
      widerspr*, vermeid*, ausrede*, trau*, heraus, du hast gesagt, die andere seite, was würde es kosten, warum nicht
      """,
    support: """
      verständlich, klingt schwer, ist schwer, kein wunder, natürlich, freut mich, danke, lass dir zeit, in ordnung, \
      nicht allein, sanft, behutsam, stolz, mutig, mut, freundlich, sorg*, verstehe, ruh*, genug, ausruhen
      """)
}
