/// The words of which simulated conversations in a language are made.
package struct SimulatedLanguage: Sendable {
  /// Something that a simulated person keeps coming back to, in several wordings.
  package struct Theme: Sendable, Hashable {
    package var domain: String
    package var wordings: [String]
  }

  package var code: String
  package var themes: [Theme]
  /// Nouns for sentences about nothing in particular.
  package var nouns: [String]
  /// Patterns of such sentences, with `#` for each noun.
  package var patterns: [String]
  /// What a coach says at either end of the four dimensions: a statement or a question, action or reflection, challenge or
  /// support.
  package var statement: [String]
  package var question: [String]
  package var action: [String]
  package var reflection: [String]
  package var challenge: [String]
  package var support: [String]
  /// Sentences with a date to come, with `#` for what happens on it.
  package var plans: [String]
  /// What a person wants or lives with, by category.
  package var values: [String]
  package var goals: [String]
  package var situation: [String]

  package static let all = [english, spanish, german]

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private static let english = SimulatedLanguage(
    code: "en",
    themes: [
      Theme(
        domain: "career",
        wordings: [
          "I volunteered for the report before anybody else spoke.",
          "Nobody asked, and I volunteered for the weekly report.",
          "The report was free, so I volunteered, like last month.",
          "I have volunteered for a report that I have no hours for.",
          "Volunteering for reports seems to be my hobby.",
        ]),
      Theme(
        domain: "relationships",
        wordings: [
          "When my brother shouted I went silent.",
          "My brother called, and I was silent for an hour.",
          "I stayed silent while my brother explained my life to me.",
          "Silent at dinner, with my brother talking for both of us.",
          "My brother asked twice and I was silent both times.",
        ]),
      Theme(
        domain: "fitness",
        wordings: [
          "It rained, so I skipped the swim.", "I skipped my swim because the pool looked full.",
          "The swim was planned for six and I skipped it.",
          "I skipped another swim and watched the clock instead.",
          "Skipping the swim has become easier than swimming.",
        ]),
      Theme(
        domain: "creativity",
        wordings: [
          "The draft went back into the drawer.",
          "I put the draft in the drawer before anybody saw it.",
          "There are four drafts in that drawer by now.",
          "I opened the drawer, read the draft and closed it.",
          "That drawer has eaten my best draft.",
        ]),
      Theme(
        domain: "leadership",
        wordings: [
          "I rewrote the slides that Tom had finished.",
          "The slides were fine and I rewrote them at night.",
          "I rewrote all slides before the morning.",
          "They sent me slides, and I rewrote them without a word.",
          "Rewriting other people's slides until two.",
        ]),
      Theme(
        domain: "mindset",
        wordings: [
          "I compared my flat with my cousin's.",
          "My cousin posted a photo and I compared everything.",
          "I compare myself with my cousin before breakfast.",
          "Comparing again, my cousin with her garden.",
          "My cousin got promoted, and I sat there comparing.",
        ]),
      Theme(
        domain: "life",
        wordings: [
          "I scrolled on the sofa until midnight.", "Midnight, sofa, scrolling, the usual.",
          "I was scrolling on the sofa when midnight came.",
          "The sofa had me until midnight, scrolling.",
          "Scrolled past midnight on that sofa.",
        ]),
    ],
    nouns: words(
      """
      kettle ladder receipt curtain balcony ticket sandwich notebook umbrella candle bakery tunnel market carpet \
      bicycle window blanket basket museum trumpet orchard harbour cabinet lantern puzzle pillow sweater station \
      garage mirror theatre staircase suitcase calendar envelope fountain hammer island jacket kitchen laundry magnet \
      needle oven parcel quilt radio saucer tablet uniform violin wallet yogurt zipper anchor bridge canvas dentist \
      engine fence glove hallway insect jungle keyboard lemon meadow napkin onion pencil quarry ribbon shelf teapot \
      urn valley wagon yard acorn barrel cactus daisy eagle feather guitar helmet iceberg jewel kite lizard mitten \
      nest oyster paddle quiver rocket saddle thimble vase whistle almond beetle coral dragon elbow falcon geyser \
      hinge igloo jigsaw kennel lilac mosaic nutmeg otter plum radish spade tulip
      """),
    patterns: [
      "There was a # with the #.",
      "It was about the # and then the #.",
      "Again the #, and also the #.",
      "The # is not like the # at all.",
      "I still have the #.",
    ],
    statement: [
      "I notice that you say it calmly.", "I think you saw it before they did.",
      "I see two things in what you write.", "You could look at it from here.",
    ],
    question: ["What is it like?", "How did it go from there?", "Which part stays with you?"],
    action: [
      "Try one step this week and write down how it went.",
      "Plan a first step and start with the next one.",
    ],
    reflection: [
      "It seems to matter, and there is a feeling underneath.",
      "Stay with what it means, and with what you feel inside.",
    ],
    challenge: [
      "And yet you said the opposite; is that true, really?",
      "But what stops you, honestly, and why not now?",
    ],
    support: [
      "That makes sense, take your time, it's okay.",
      "That sounds hard, and of course you are tired; be gentle.",
    ],
    plans: ["The # is in two weeks.", "Next Tuesday I have the #.", "I take the # tomorrow."],
    values: ["honesty with friends", "quiet mornings", "being on time", "craft over speed"],
    goals: ["learn to sail", "finish the night course", "move to the coast", "call the old choir"],
    situation: ["shares a flat with two nurses", "works in shifts", "looks after a blind dog"])

  private static let spanish = SimulatedLanguage(
    code: "es",
    themes: [
      Theme(
        domain: "career",
        wordings: [
          "Me ofrecí para el informe antes que nadie.",
          "Nadie preguntó y ofrecí mi tarde para el informe.",
          "Otro informe, y otra vez me ofrecí.", "Ofrecí hacer el informe del lunes.",
          "El informe estaba libre y me ofrecí.",
        ]),
      Theme(
        domain: "relationships",
        wordings: [
          "Cuando mi hermano gritó me quedé callada.",
          "Callada en la cena mientras mi hermano hablaba.",
          "Mi hermano llamó y estuve callada.", "Sigo callada cuando mi hermano opina.",
          "Callada otra vez delante de mi hermano.",
        ]),
      Theme(
        domain: "creativity",
        wordings: [
          "El borrador volvió al cajón.", "Metí el borrador en el cajón sin enseñarlo.",
          "Hay otro borrador en ese cajón.", "Abrí el cajón, leí el borrador y lo cerré.",
          "Ese cajón guarda mi mejor borrador.",
        ]),
      Theme(
        domain: "life",
        wordings: [
          "Miré la pantalla en el sofá hasta la medianoche.", "Medianoche, sofá y pantalla.",
          "El sofá y la pantalla hasta medianoche.",
          "La pantalla me tuvo en el sofá hasta medianoche.",
          "Otra medianoche de sofá con la pantalla.",
        ]),
      Theme(
        domain: "fitness",
        wordings: [
          "Llovía y falté a la piscina.", "Falté a la piscina por pereza.",
          "La piscina era a las seis y falté.", "Falté otra tarde a la piscina.",
          "Otra piscina a la que falté.",
        ]),
    ],
    nouns: words(
      """
      tetera escalera recibo cortina balcón billete bocadillo cuaderno paraguas vela panadería túnel mercado alfombra \
      bicicleta ventana manta cesta museo trompeta huerto puerto armario linterna rompecabezas almohada jersey estación \
      garaje espejo teatro maleta calendario sobre fuente martillo isla chaqueta cocina lavadora imán aguja horno \
      paquete colcha radio platillo tableta uniforme violín cartera yogur ancla puente lienzo dentista motor valla \
      guante pasillo insecto selva teclado limón prado servilleta cebolla lápiz cantera cinta estante urna valle carro \
      patio bellota barril cactus margarita águila pluma guitarra casco iceberg joya cometa lagarto nido ostra remo \
      cohete sillín dedal jarrón silbato almendra escarabajo coral dragón codo halcón bisagra perrera lila mosaico \
      nutria ciruela rábano pala tulipán
      """),
    patterns: [
      "Era # y también #.",
      "Y # con #.",
      "Ya no # ni #.",
      "Tengo # y #.",
      "Todavía #.",
    ],
    statement: [
      "Noto que lo dices con calma.", "Creo que lo viste antes que ellos.",
      "Veo dos cosas en lo que escribes.",
    ],
    question: ["¿Cómo es para ti?", "¿Qué parte se queda contigo?", "¿Cómo siguió?"],
    action: [
      "Prueba un paso esta semana y escribe cómo fue.",
      "Haz un plan y empieza con el próximo paso.",
    ],
    reflection: [
      "Parece que te importa, y hay algo debajo de lo que sientes.",
      "Quizá significa algo dentro de ti, y se nota lo importante que es.",
    ],
    challenge: [
      "Y sin embargo dijiste lo contrario, ¿es verdad?",
      "Pero qué te frena, de verdad, por qué no.",
    ],
    support: [
      "Tiene sentido, tómate tu tiempo, está bien.",
      "Es duro y entiendo que descansar te cueste; con calma.",
    ],
    plans: ["# es dentro de dos semanas.", "El próximo martes tengo #.", "Mañana llevo #."],
    values: ["la sinceridad", "las mañanas tranquilas", "llegar a la hora"],
    goals: ["aprender a navegar", "terminar el curso nocturno", "mudarse a la costa"],
    situation: [
      "comparte piso con dos enfermeras", "trabaja por turnos", "cuida de un perro ciego",
    ])

  private static let german = SimulatedLanguage(
    code: "de",
    themes: [
      Theme(
        domain: "career",
        wordings: [
          "Ich habe den Bericht übernommen, bevor jemand sprach.",
          "Wieder einen Bericht übernommen.",
          "Der Bericht lag da, und ich habe ihn übernommen.",
          "Übernommen habe ich den Bericht aus Gewohnheit.",
          "Noch ein Bericht, den ich übernommen habe.",
        ]),
      Theme(
        domain: "relationships",
        wordings: [
          "Mein Bruder wurde laut und ich habe geschwiegen.",
          "Beim Essen geschwiegen, mein Bruder redete.",
          "Mein Bruder rief an, ich habe geschwiegen.",
          "Ich habe geschwiegen, als mein Bruder fragte.",
          "Geschwiegen vor meinem Bruder, wie immer.",
        ]),
      Theme(
        domain: "creativity",
        wordings: [
          "Der Entwurf kam zurück in die Schublade.", "Ich legte den Entwurf in die Schublade.",
          "In der Schublade liegt noch ein Entwurf.", "Die Schublade auf, Entwurf gelesen, zu.",
          "Mein bester Entwurf liegt in der Schublade.",
        ]),
      Theme(
        domain: "life",
        wordings: [
          "Bis Mitternacht lag ich mit dem Handy auf dem Sofa.", "Mitternacht, Sofa, Handy.",
          "Das Handy und das Sofa bis Mitternacht.",
          "Auf dem Sofa am Handy, plötzlich Mitternacht.",
          "Wieder Mitternacht auf dem Sofa, das Handy warm.",
        ]),
      Theme(
        domain: "leadership",
        wordings: [
          "Ich habe die Folien von Tom umgeschrieben.",
          "Die Folien waren gut, ich habe sie umgeschrieben.",
          "Nachts alle Folien umgeschrieben.", "Umgeschrieben habe ich die Folien ohne ein Wort.",
          "Wieder fremde Folien umgeschrieben.",
        ]),
    ],
    nouns: words(
      """
      Kessel Leiter Quittung Vorhang Balkon Fahrkarte Brot Heft Schirm Kerze Bäckerei Tunnel Markt Teppich Fahrrad \
      Fenster Decke Korb Museum Trompete Garten Hafen Schrank Laterne Rätsel Kissen Pullover Bahnhof Garage Spiegel \
      Theater Treppe Koffer Kalender Umschlag Brunnen Hammer Insel Jacke Küche Wäsche Magnet Nadel Ofen Paket Radio \
      Untertasse Tafel Uniform Geige Börse Joghurt Anker Brücke Leinwand Zahnarzt Motor Zaun Handschuh Flur Käfer \
      Dschungel Tastatur Zitrone Wiese Serviette Zwiebel Bleistift Steinbruch Band Regal Urne Tal Wagen Hof Eichel Fass \
      Kaktus Adler Feder Gitarre Helm Eisberg Juwel Drachen Eidechse Nest Auster Paddel Rakete Sattel Fingerhut Vase \
      Pfeife Mandel Koralle Ellbogen Falke Scharnier Hütte Flieder Mosaik Otter Pflaume Rettich Spaten Tulpe
      """),
    patterns: [
      "Da war # mit #.",
      "Und auch #.",
      "Ich habe noch #.",
      "Nicht # und nicht #.",
      "Das ist # ohne #.",
    ],
    statement: [
      "Mir fällt auf, dass du es ruhig sagst.", "Ich glaube, du hast es vor ihnen gesehen.",
      "Ich sehe zwei Dinge in dem, was du schreibst.",
    ],
    question: ["Wie ist das für dich?", "Welcher Teil bleibt bei dir?", "Wie ging es weiter?"],
    action: [
      "Probiere diese Woche einen Schritt und schreib auf, wie es war.",
      "Mach einen Plan und fang mit dem nächsten Schritt an.",
    ],
    reflection: [
      "Es scheint wichtig zu sein, und dahinter steckt ein Gefühl.",
      "Vielleicht bedeutet es etwas, und du spürst innen, was.",
    ],
    challenge: [
      "Und doch hast du das Gegenteil gesagt, stimmt das wirklich?",
      "Aber was hindert dich, wirklich, warum nicht?",
    ],
    support: [
      "Das ist verständlich, lass dir Zeit, es ist in Ordnung.",
      "Das klingt schwer, kein Wunder; sei behutsam und ruh dich aus.",
    ],
    plans: ["In zwei Wochen ist #.", "Nächsten Dienstag habe ich #.", "Morgen kommt #."],
    values: ["Ehrlichkeit", "ruhige Morgen", "pünktlich sein"],
    goals: ["segeln lernen", "den Abendkurs beenden", "ans Meer ziehen"],
    situation: ["wohnt mit zwei Pflegerinnen", "arbeitet in Schichten", "hat einen blinden Hund"])
}
