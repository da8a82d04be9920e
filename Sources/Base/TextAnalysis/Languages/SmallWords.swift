/// The function words of languages, which mean little by themselves: articles, pronouns, auxiliary verbs, fillers.
///
/// They distinguish languages, and the words that remain without them are what a text is about.
package enum SmallWords {
  /// Returns whether a word in lower case is a function word in any of the languages.
  package static func contain(_ word: String) -> Bool {
    byLanguage.values.contains { $0.contains(word) }
  }

  /// The words by language code, with their accents.
  static let byLanguage: [String: Set<String>] = [
    "en": english, "es": spanish, "de": german, "fr": french, "pt": portuguese, "it": italian,
    "nl": dutch,
  ]

  private static func set(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let english = set(
    """
    a an the and or but nor so yet if then else than as at by for from in into of off on onto out over to up \
    down with without within about above after again against all almost alone along already also although \
    always am among another any anyone anything anyway are aren't around away back be became because become \
    been before being below between both came can cannot can't come comes coming could couldn't did didn't do \
    does doesn't doing done don't during each either enough even ever every everyone everything except few \
    find first found gave get gets getting give gives go goes going gone gonna got had hadn't has hasn't have \
    haven't having he he'd he'll he's her here hers herself hey hi him himself his how however i i'd i'll i'm \
    i've is isn't it it'd it'll it's its itself just keep kept kind know knew known knows last least less let \
    let's like little look looks looking lot lots made make makes making many may maybe me mean means might \
    mine more most much must my myself need needs never next no none not nothing now nowhere often oh ok okay \
    old once one ones only other others our ours ourselves own part perhaps please probably put quite rather \
    really right said same say saying says see seem seems seen self set shall she she'd she'll she's should \
    shouldn't since some somehow someone something sometimes somewhere soon sort still such sure take takes \
    taking tell tells than thank thanks that that'd that'll that's their theirs them themselves there there's \
    these they they'd they'll they're they've thing things think thinking thinks this those though thought \
    through thus till time too took toward towards tried try trying two under until upon us use used using \
    usually very want wanted wants was wasn't way we we'd we'll we're we've well went were weren't what \
    what's whatever when where whether which while who who's whole whom whose why will won't would wouldn't \
    yeah yes you you'd you'll you're you've your yours yourself bit every feel feels feeling felt good great \
    isn ain ll ve re don didn doesn wasn weren won wouldn couldn shouldn hasn haven hadn aren guess actually \
    happen happens happened start started today day days people someone else comes came
    """)

  private static let spanish = set(
    """
    a al algo alguien alguna algunas alguno algunos algún allí ante antes apenas aquel aquella aquello aquellos \
    aquí así aun aunque aún bajo bastante bien bueno cada casi como con conmigo contigo contra cosa cosas cual \
    cuales cualquier cuando cuanto cuánto cuál cuándo cómo da dar de decir del demasiado desde después dice \
    dije dijo donde dos durante dónde e el ella ellas ello ellos en entonces entre era eran eras eres es esa \
    esas ese eso esos esta estaba estaban estado estamos estar estas este esto estos estoy está están estás \
    fue fueron fui gracias ha haber había hace hacen hacer haces hacia hago han hasta hay haya he hecho hemos \
    hizo hola hoy igual incluso ir iba la las le les lo los luego más mas me menos mi mientras mis misma mismo \
    mucha muchas mucho muchos muy mí mía mío nada nadie ni ninguna ninguno ningún no nos nosotros nuestra \
    nuestro nunca o os otra otras otro otros para parece pero poco poder podía por porque pues puede pueden \
    puedes puedo que quien quiera quiere quieres quiero quién qué quizá quizás sabe saber sabes sea ser será \
    sería se según si sido siempre sin sino sobre sois solo sólo somos son soy su sus sí también tal tampoco \
    tan tanto te tener tenemos tenga tengo tenía ti tiene tienen tienes todo toda todas todos todavía tras tu \
    tus tuve tuvo tuya tuyo tú un una unas uno unos usted ustedes va vamos van vas vaya ver vez veces voy y ya \
    yo él creo sé
    """)

  private static let german = set(
    """
    ab aber alle allem allen aller alles als also am an ander andere anderen anderes auch auf aus bei beim bin \
    bis bist bisschen da dabei dadurch dafür dagegen daher damit danach dann daran darauf daraus darin darum \
    darüber das dass dasselbe davon dazu dein deine deinem deinen deiner dem den denen denn der deren des \
    deshalb dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen \
    einer eines einfach einige einmal er erst es etwa etwas euch euer eure für gab ganz gar geben gegen gehabt \
    gehen geht genau genug gern gerade gibt gut habe haben habt hallo hast hat hatte hatten hier hin hinter ich \
    ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in indem ins irgendwie ist ja jede jedem jeden jeder \
    jedes jemand jetzt kann kannst kein keine keinem keinen keiner kommt können könnte machen macht mal man \
    manche manchmal mehr mein meine meinem meinen meiner mich mir mit mich muss musst müssen möchte nach nein \
    nicht nichts nie niemand noch nun nur ob oder oft ohne okay schon sehr sei sein seine seinem seinen seiner \
    seit selbst sich sie sieht sind so sogar soll sollen sollte sondern sonst tun tut um und uns unser unsere \
    unter viel viele vielen vielleicht vom von vor wann war waren warst warum was weg weil weiß welche welcher \
    wenig wenn wer werden wie wieder will wir wird wirklich wirst wo wohl wollen wollte worden wurde wurden \
    während würde würden zu zum zur zwar zwei zwischen über sag sagen sagt sagte ding dinge fühle fühlt
    """)

  private static let french = set(
    """
    a afin ai ainsi alors après as assez au aucun aucune aujourd aussi autre autres aux avaient avais avait avant \
    avec avez avoir avons ayant beaucoup bien bon bonne bonjour c ça car ce ceci cela celle celles celui cependant \
    ces cet cette ceux chaque chez chose choses ci comme comment contre d dans de depuis des desquels deux devant \
    dire dit dois doit donc dont du déjà elle elles en encore enfin ensuite entre es est et eu eux fait faire fais \
    faut fois font hui ici il ils j je jamais juste l la laquelle le lequel les leur leurs lors là m ma mais me \
    merci mes mettre mieux moi moins mon même n ne ni non nos notre nous on ont ou où oui par parce parfois pas \
    pendant peu peut peux plus plusieurs plutôt pour pourquoi pourtant pouvoir presque puis qu quand que quel \
    quelle quelles quelqu quelque quelques quels qui quoi rien s sa sais sait sans se sera serait ses seulement \
    si sien soi soit sommes son sont sous souvent suis sur t ta tant te tel telle tellement tes toi ton toujours \
    tous tout toute toutes trop très tu un une va vais vas vers veut veux voilà voir vois vont vos votre vous vraiment \
    y à était étaient étais été être êtes ils crois sens sent truc
    """)

  private static let portuguese = set(
    """
    a agora ainda algo alguma algumas alguns algum alguém ali ante antes ao aos aquela aquele aqueles aquilo aqui \
    as assim até bem bom cada coisa coisas com como comigo contra contigo cá da daquele das de dela dele deles \
    demais depois desde dessa desse desta deste disse disso disto dizer do dois dos durante e ela elas ele eles \
    em enquanto entre então era eram essa essas esse esses esta estamos estar estas estava estavam este estes \
    estou está estás estão eu faz fazer fazes faço fez foi fora foram fosse fui gente haver havia hoje há isso \
    isto já la lhe lhes lá logo mais mas me mesma mesmo meu meus mim minha minhas muita muitas muito muitos na \
    nada nas nem nenhum nenhuma nessa nesse nesta neste ninguém no nos nossa nosso numa num nunca não nós o obrigada \
    obrigado olá onde os ou outra outras outro outros para parece pela pelas pelo pelos pode podem poder podes \
    pois por porque porquê posso pouco pra qual qualquer quando quanto quase que quem quer querer quero quê sabe \
    saber sei seja sem sempre sendo ser será seria seu seus si sido sim sobre somos sou sua suas são só tal também \
    tanta tanto te tem temos tempo tenha tenho ter teu teus teve ti tinha tive toda todas todo todos tua tuas tudo \
    tão tu têm um uma umas uns vai vais vamos vez vezes vou você vocês à às é acho sinto ver
    """)

  private static let italian = set(
    """
    a abbia abbiamo ad adesso agli ai al alcuni alla alle allo allora altra altre altri altro anche ancora anzi \
    appena aveva avevano avevo avere avete basta bene c che chi ci ciao cioè ciò come comunque con contro cosa \
    cose così cui da dagli dai dal dalla dalle dallo davvero degli dei del dell della delle dello dentro di dice \
    dire dopo dove due dunque e ed era erano eri ero essere fa faccio fare fatto fino forse fra già gli grazie ha \
    hai hanno ho i il in infatti insieme invece io la le lei lo loro lui ma magari mai me meno mentre mi mia mie \
    miei mio molta molti molto ne negli nei nel nella nelle nello nemmeno nessuno niente no noi non nostra nostro \
    nulla o ogni oggi ora per perché perciò però piace più poco poi possa posso può puoi qua qualche qualcosa \
    qualcuno quale quali quando quanto quasi quel quella quelle quelli quello questa queste questi questo qui \
    quindi sai sapere se sei sembra sempre senza si sia siamo siete solo sono sta stai stare stata stato stavo \
    sto su sua subito sue sugli sui sul sulla suo suoi tanto te tra troppo tu tua tue tuo tuoi tutta tutte tutti \
    tutto un una uno va vai verso vi voglio voi volta volte vuoi è
    """)

  private static let dutch = set(
    """
    aan achter al alle alleen alles als altijd andere anders ben bent bij bijna daar daarom dag dan dat de deze \
    die dit doe doen doet door dus een eens eerst elk elke en er erg ergens even gaan gaat ge geen geweest gewoon \
    had hadden hallo heb hebben hebt heeft heel hem hen het hier hij hoe hun ieder iedereen iemand iets ik in is \
    ja jaar je jezelf jij jou jouw jullie kan kom komen komt kon kunnen kunt laat maak maar maken me mee meer \
    meest men met mij mijn misschien moest moet moeten na naar nee net niemand niet niets nog nooit nu of om omdat \
    onder ons onze ook op over samen sinds soms te tegen toch toe toen tot tussen uit van vaak veel vind voel voelt \
    voor waar waarom wanneer want waren was wat weer weet weg wel welke werd wie wil wilde worden wordt wou zal ze \
    zei zeg zeker zelf zich zien zijn zo zoals zonder zou zouden
    """)
}
