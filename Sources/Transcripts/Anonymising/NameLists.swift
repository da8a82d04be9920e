/// Names that stand in for others: given names that tell no gender, and common family names.
enum StandInNames {
  static let given =
    words(
      """
      Alex Robin Sam Jamie Kim Noa Charlie Taylor Jordan Morgan Riley Casey Quinn Avery Rowan Sasha Toni \
      Mika Yuri Ariel Andrea Dominique Camille Kai Remy Sage River Blake Cameron Dana Devon Drew Eden \
      Emery Finley Frankie Harper Hayden Indy Jean Jessie Jody Kelly Kerry Kit Lee Leslie Lindsay Logan \
      Marlo Nicky Ollie Parker Peyton Reese Rory Shannon Shay Sidney Stevie Terry Tracy Val Wren
      """)

  static let family =
    words(
      """
      Miller Martin Weber Silva Rossi Novak Kelly Murphy Larsen Berg Costa Meyer Vidal Moreau Lindgren \
      Kowal Santos Fischer Romero Tanaka Bennett Harper Foster Palmer Fuchs Dubois Ferrari Nielsen Haddad \
      Okafor Mendes Parkin
      """)

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

/// Words that decide whether another word is a name.
enum NameWords {
  /// Capitalised words that stand where a name could and are none.
  static let never = set(
    """
    i a an the and or but so then not no yes ok okay oh ah hi hello hey dear thanks thank please sorry \
    just still really very too also only even again now here there home back down up out off on in at to \
    from with without about after before for of by as if when while because that this these those it its \
    he she they we you me him her us them my your our his their mine yours who what where why how which \
    is are was were be been being am do does did done have has had having would can could should \
    might must shall going gonna trying feeling getting looking working living thinking wondering hoping \
    planning starting struggling always never sometimes often usually maybe perhaps probably actually \
    basically honestly literally definitely currently already all any both each every everyone everybody \
    everything someone somebody something nobody nothing none one two three four five six first second \
    third last next other another same such more most much many few some less least well good great fine \
    bad sad happy tired lost stuck done ready afraid scared worried anxious alone free new old big small \
    happy glad sure right wrong true false late early busy sick ill single married divorced retired \
    unemployed self mum mom mother dad father mama papa mummy daddy sister brother wife husband son \
    daughter boss manager friend partner aunt uncle grandma grandpa granny god lord jesus christ allah \
    buddha monday tuesday wednesday thursday friday saturday sunday january february march \
    july september october november december spring autumn winter christmas easter ramadan eid \
    hanukkah diwali thanksgiving halloween english british american irish scottish welsh french german \
    spanish portuguese italian dutch belgian swiss austrian swedish norwegian danish finnish icelandic \
    polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian \
    european asian african arab arabic jewish muslim catholic protestant hindu buddhist sikh atheist \
    indian pakistani bangladeshi chinese japanese korean vietnamese thai filipino indonesian malaysian \
    australian canadian mexican brazilian argentinian colombian chilean peruvian cuban nigerian ghanaian \
    kenyan ethiopian egyptian moroccan tunisian algerian lebanese syrian iraqi iranian persian afghan \
    israeli palestinian jordanian black white brown asian latina latino hispanic gay lesbian bi trans \
    queer straight autistic dyslexic bipolar senior junior head chief vice director executive product \
    project program software data team customer regional assistant associate general human marketing \
    sales finance night type gen generation google facebook instagram whatsapp linkedin netflix zoom \
    slack teams excel internet covid london paris berlin york
    """)

  /// Words that look like names when they are capitalised and are words all the same. In small letters
  /// they are left; capitalised ones are replaced only where they are no beginning of a question or wish.
  static let ambiguous = set(
    """
    will mark grace hope may june april august rose joy faith bill art jack sky dawn summer autumn pat rob \
    sue drew chance christian angel eve ray gene frank grant miles dean chase rich bob don jean penny ruby \
    amber ivy olive violet iris lily daisy rusty sandy cliff glen heath wade carol robin melody harmony \
    charity patience constance prudence victor ernest max star storm river brook lane hunter archer mason \
    cooper baker carter taylor tanner parker porter miller smith cook king duke earl prince young long \
    short brown white black green gray grey wolf fox bird love wise best sharp strong stone wood woods \
    field rivers banks hill bush park church day weeks winter snow frost rain blue gold silver pearl \
    crystal destiny trinity genesis journey serenity honey candy cherry ginger basil sage page faye mercy \
    true read reed rock bond case cash colt dale dash dell ford forest guy holly hazel jade jewel july \
    justice kit lance major marina misty norm rainbow reef ridge rocky sonny spike tab tom trey tripp ward
    """)

  /// Words after which "Will" and "May" are verbs.
  static let followers = set(
    "i you we he she it they the this that these those my your our his her their be not there a an")

  /// People whom others name by what they are to them.
  static let relations = set(
    """
    sister brother mum mom mother mam ma dad father pa stepmum stepmom stepmother stepdad stepfather wife \
    husband partner girlfriend boyfriend fiancé fiancée fiance fiancee ex spouse son daughter kid child \
    baby boy girl twin stepson stepdaughter aunt auntie uncle cousin niece nephew grandmother grandma \
    granny nan nana gran grandfather grandpa granddad grandson granddaughter friend mate buddy flatmate \
    roommate housemate neighbour neighbor boss manager supervisor colleague coworker teammate mentor \
    assistant client teacher professor tutor coach therapist counsellor counselor doctor gp dentist vet \
    landlord landlady lawyer dog cat puppy kitten horse \
    hermana hermano madre padre mamá papá esposa esposo marido mujer novia novio hija hijo tía tío prima \
    primo abuela abuelo amiga amigo jefa jefe irmã irmão mãe pai filha filho namorada namorado tia tio avó \
    avô chefe schwester bruder mutter vater frau mann tochter sohn freundin freund chefin chef oma opa \
    tante onkel sœur frère mère père femme mari fille fils copine copain amie ami patron patronne sorella \
    fratello figlia figlio amica amico moglie nonna nonno capo
    """)

  /// Words that say whose they are.
  static let possessives = set(
    """
    my our his her their mi mis nuestra nuestro meu minha nosso nossa mein meine meinem meinen meiner \
    unser unsere mon ma mes notre mio mia
    """)

  /// Words before a family name, or a given one.
  static let titles = set(
    """
    mr mrs ms miss dr prof professor sir madam herr frau señor señora sr sra senhor senhora dona dom \
    monsieur madame mme mlle signor signora uncle aunt auntie
    """)

  /// Small words inside a full name.
  static let particles = set(
    "de da do dos das del della di van von der den ten ter la le al el bin ibn bint ben mac")

  /// Words that end a letter.
  static let closings = set(
    """
    best regards thanks thank cheers love yours sincerely faithfully xx xxx x hugs ciao saludos abraços \
    beijos abrazos besos grüße gruß liebe cordialement bises amitiés
    """)

  private static func set(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
