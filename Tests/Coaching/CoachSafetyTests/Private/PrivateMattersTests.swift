import CoachSafety
import SafetyRules
import Testing

@Suite("Private matters")
struct PrivateMattersTests {
  @Test("The phrases are built in")
  func builtIn() {
    #expect(PrivateMatters.builtIn.problem == nil)
  }

  @Test(
    "Illnesses are found in each language",
    arguments: [
      "was diagnosed last spring", "has had tinnitus since the concert", "is two years sober",
      "went back on the drink at Christmas", "her brother's drinking problem",
      "came back after a burnout",
      "has panic attacks on the motorway", "is off sick until May", "lives with chronic pain",
      "tiene migrañas desde niña", "su padre tiene alzhéimer", "dejó el alcoholismo atrás",
      "hatte einen Bandscheibenvorfall", "war nach dem Burnout ein Jahr zu Hause",
      "ist seit drei Jahren spielsüchtig",
      "die Sucht ihres Bruders", "ist krankgeschrieben", "hat einen Hörsturz gehabt",
      "a fait un burn-out en 2023", "sa sœur est bipolaire", "est en arrêt maladie",
      "souffre d'acouphènes",
      "est enceinte de quatre mois", "fait des crises d'angoisse", "aprés lʼalcoolisme",
      "is bi-polar", "tiene TOC", "ne boit plus depuis deux ans",
      "zit thuis met een burn-out", "was vorig jaar overspannen", "haar broer is verslaafd",
      "heeft een eetstoornis",
      "is zwanger van de tweede", "heeft vaak paniekaanvallen", "is ziekgemeld",
      "tem crises de pânico no trem", "está grávida", "sofre de enxaqueca",
      "teve uma recaída no verão",
      "soffre di attacchi di panico", "è incinta", "ha un disturbo alimentare",
      "è tornata dopo il burnout",
    ])
  func illness(note: String) {
    #expect(PrivateMatters.builtIn.matter(in: note) == .diagnosis, "\(note)")
  }

  @Test(
    "Medication is found in each language",
    arguments: [
      "takes sertraline at night", "stopped her meds", "toma ansiolíticos para dormir",
      "nimmt Schlaftabletten",
      "prend un antidépresseur", "a arrêté les antidépresseurs",
      "plus d’antidépresseurs depuis mai", "sous Lexomil depuis juin",
      "slikt antidepressiva",
      "gebruikt elke avond een slaappil", "toma remédio para dormir", "parou com o rivotril",
      "prende psicofarmaci", "usa le gocce di Lexotan",
    ])
  func medication(note: String) {
    #expect(PrivateMatters.builtIn.matter(in: note) == .medication, "\(note)")
  }

  @Test(
    "Treatment is found in each language",
    arguments: [
      "starts therapy on Monday", "sees a counsellor: her counsellor says wait", "is doing EMDR",
      "is going through IVF", "was in hospital for a month", "was at an eating clinic",
      "had surgery in March",
      "va a terapia", "ist seit Mai in Therapie", "voit un psy", "sa thérapeute dit d'attendre",
      "a été hospitalisée", "is opgenomen geweest in een eetkliniek", "doet EMDR",
      "loopt bij de GGZ",
      "haar psycholoog vindt het goed", "faz terapia às terças", "o psiquiatra mudou",
      "è in terapia da maggio",
      "dallo psicologo ogni lunedì", "è stata ricoverata",
    ])
  func treatment(note: String) {
    #expect(PrivateMatters.builtIn.matter(in: note) == .treatment, "\(note)")
  }

  @Test(
    "Self-harm is found in each language",
    arguments: [
      "used to cut herself", "wanted to die last winter", "intentó suicidarse",
      "hat sich früher geritzt: Selbstverletzung",
      "pensées suicidaires l'hiver dernier", "se scarifie", "voulait mourir", "wilde dood",
      "snijdt zichzelf",
      "een zelfmoordpoging in haar jeugd", "queria morrer", "pensou em se matar",
      "pensa al suicidio", "si taglia",
    ])
  func selfHarm(note: String) {
    #expect(PrivateMatters.builtIn.matter(in: note) == .selfHarm, "\(note)")
  }

  @Test(
    "A private life is for the coach, and not for a locked screen",
    arguments: [
      "the divorce papers from March", "her ex-husband's birthday", "thinks about leaving her job",
      "quits her job in autumn", "handing in his notice", "pays back the debt to her uncle",
      "goes quiet at church", "the week after the funeral", "feels lonely on Sundays",
      "is ashamed of the attic", "argues about the car", "shouting at the windscreen",
      "wants to lose weight by May", "came out as queer at the choir", "the custody hearing",
      "piensa en el divorcio", "debe el préstamo a su tío", "siente vergüenza al hablar",
      "deja su trabajo en otoño", "la misa en la iglesia",
      "denkt an die Scheidung", "hat Schulden bei ihrem Bruder", "die Beerdigung im Mai",
      "schämt sich vor den anderen", "die Kündigung liegt in der Schublade", "ist einsam",
      "pense au divorce", "a honte de parler", "le salaire de janvier",
    ])
  func privateLife(note: String) {
    #expect(PrivateMatters.builtIn.matter(in: note, before: .strangers) == .intimacy, "\(note)")
    #expect(PrivateMatters.builtIn.matter(in: note) == nil, "\(note)")
  }

  @Test(
    "An ordinary week may stand on a locked screen",
    arguments: [
      "puts up the bean poles on Saturday", "dinner with my sister on Thursday",
      "says yes to extra shifts before looking at the week", "Sunday at the choir",
      "the budget meeting on Monday", "the back row and the roadmap", "breaks up the soil by hand",
      "un café sin prisa antes de la reunión", "riega las plantas antes de abrir el correo",
      "ein Spaziergang, ehe die Woche beginnt", "das Saxofon am Sonntag",
      "dit oui avant de regarder la semaine", "range les partitions dans la valise verte",
      "the off-the-beaten-track walk", "adopts a shorter agenda", "a broken latch on the shed",
    ])
  func ordinaryWeek(note: String) {
    #expect(PrivateMatters.builtIn.matter(in: note, before: .strangers) == nil, "\(note)")
  }

  @Test("What must not be noted is no matter for strangers either")
  func strangersToo() {
    #expect(
      PrivateMatters.builtIn.matter(in: "takes sertraline", before: .strangers) == .medication)
  }

  @Test(
    "What a coach should remember is not private",
    arguments: [
      "works as a nurse on a cardiac ward", "wants to cut back on meetings",
      "feels worn out on Sundays",
      "her knee is not right for running", "wants to open a bar with his brother",
      "runs a sober-looking bookshop",
      "is a data analyst and likes test-driven work", "drives a bottle van",
      "is writing a novel about a lighthouse",
      "teaches drama at a school", "plays in a group on Thursdays", "wants to end her lease in May",
      "busca trabajo como jardinera", "quiere aprender a decir que no", "no le gusta que la miren",
      "sucht eine neue Wohnung", "will nicht mehr nachts arbeiten",
      "baut ein Boot mit dem Vater fertig",
      "veut ouvrir une librairie", "n'aime pas qu'on la regarde",
      "cherche un apprenti pour septembre",
      "en a fini avec son ancien patron", "veut disparaître des réseaux",
      "wil minder vergaderen", "zoekt een leerling voor de winkel",
      "is van de tram naar de meldkamer gegaan",
      "wil een boek schrijven over de overgang van winter naar lente",
      "quer abrir uma padaria", "não gosta de ser observada", "quer terminar o barco do pai",
      "vuole aprire una libreria", "non le piace essere guardata",
      "vuole finire la barca di suo padre",
      "taglia il legno con suo nonno",
      // Words that are abbreviations or names of drugs in another language.
      "wants to add a room to the house", "studies medicine in Leeds", "a new tablet for drawing",
      "adds a dose of humour", "has to crack the problem", "keeps a google doc",
      "vive en la zona norte",
      "le goût des choses simples", "toc toc, qui est là", "has a pilot's licence",
    ])
  func harmless(note: String) {
    #expect(PrivateMatters.builtIn.matter(in: note) == nil, "\(note)")
  }
}
