/// Abbreviations that are written with a full stop, by what follows them.
///
/// A selection of common ones from the inventories that sentence segmenters use: the suppressions of Unicode's locale data
/// (CLDR, `common/segments`), the lists of the Punkt segmenter, and for German and Russian those of the spelling
/// dictionaries. Words that are also ordinary ones, such as `no`, `art` or `fig`, count only before a number. Lower case;
/// parts are joined by full stops without spaces, so `z.b` stands for `z.B.` and `z. B.`.
enum Abbreviations {
  /// What they belong to follows: a full stop after one does not end a sentence.
  static let leading = set(
    """
    dr mr mrs ms mx messrs prof rev capt sgt lt cpl cmdr gov vs approx cf viz incl esp e.g i.e
    hrn fr frl dipl ing bzw vgl evtl ggf ggfs sog inkl exkl zzgl abzgl insb bspw zb dh z.b d.h i.d.r u.u m.e o.g z.t
    i.a z.hd d.i v.a mme mlle p.ex env sra srta dra dn dña aprox p.ej exmo exma sig sigg dott avv p.es
    dhr mevr mw bijv d.w.z m.b.t т.е т.к т.н т.ч напр проф акад им ул просп тов np tzn tj m.in t.ex bl.a dvs f.eks bkz örn
    """)

  /// A number follows, and then the full stop does not end a sentence.
  static let numbering = set(
    """
    no nos nr nrn fig figs abb tab vol vols ch chap sec p pp pg art arts eq ex abs bd bde kap ziff s seite núm num \
    pág págs pag cap tel ext apt op par min jan feb mar mrz apr jun jul aug sep sept oct okt ott nov dec dez dic \
    mon tue tues wed thu thurs fri стр рис гл п ч тел кв янв февр апр авг сент окт нояб дек
    """)

  /// A number follows, if they are written with a capital letter: in lower case, they are ordinary words.
  static let numberingNames = set("sat sun")

  /// As ``numberingNames``, and only within a sentence: days of the week in German, which English begins sentences with.
  static let numberingNamesWithin = set("mo di mi do sa so")

  /// A number follows, unless they are written with a capital letter within a sentence, as a name is.
  static let numberingUnlessName = set("max")

  /// Countries and unions, which stand at the end of a sentence or before what belongs to them.
  static let countries = set("u.s u.k u.s.a e.u u.n")

  /// What belongs to a country and is no new sentence.
  static let afterCountries = set(
    """
    air ambassador armed army attorney bank bill border census citizen citizens coast code congress constitution court \
    customs department dollar dollars embassy federal food forces forest government green house immigration marine \
    marines military national navy olympic open parliament passport patent post postal president prime residents \
    secretary security senate senator soccer state states supreme surgeon treasury veterans visa women
    """)

  /// Words before a letter that is a name of its own, and no initial: `vitamin C`.
  static let beforeLetters = set(
    """
    vitamin vitamins vitamina vitamine plan option type typ class category group gruppe grade grades hepatitis step part \
    section appendix point team size letter buchstabe row version answer variant exhibit figure
    """)

  /// They stand at the end of what they belong to, and at the end of a sentence if the next one begins.
  static let trailing = set(
    """
    etc a.m p.m hrs mins secs wks yrs lbs oz tbsp tsp dept ave blvd mon tue tues wed thu thurs fri \
    usw usf u.v.m u.s.w uvm std stdn sek mio mrd tsd jh ecc itd itp osv enz ud uds vd vds vb \
    т.д т.п др проч руб тыс млн млрд мин сек чел гг вв н.э
    """)

  /// They may stand before a name: at the end of a sentence only if the next word is one that begins sentences.
  static let doubtful = set(
    """
    st mt ft jr sr hr ca inc ltd corp co bros llc str ee uu psy.d d.phil m.phil см пр гр
    """)

  /// Names of months that follow the number of a day: `3. März`.
  static let months = set(
    """
    januar jänner februar märz april mai juni juli august september oktober november dezember januari februari mars marts \
    maj augusti
    """)

  /// Words before a number with a full stop, which is then one in an order: `der 1. Schritt`.
  static let beforeOrdinals = set(
    "der die das den dem des am vom zum zur im beim ab bis seit jeden jeder")

  /// What may follow a time of day and is no new sentence.
  static let afterTimes = set(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august september \
    october november december eastern central mountain pacific est edt cst cdt mst mdt pst pdt gmt utc cet cest bst
    """)

  /// Small words of Russian, which begin sentences; those of other languages are ``SmallWords``.
  private static let russianStarters = set(
    """
    я ты он она оно мы вы они это этот эта эти тот та те и а но или да нет не ни в во на с со к ко о об от до из за под \
    над по при для без что как где когда кто почему зачем если потом затем тогда там тут здесь так же уже ещё еще всё \
    все каждый мой моя моё мои твой твоя ваш ваша наш наша его её их у может можно надо нужно сейчас теперь сегодня
    """)

  /// Returns whether a word in lower case is one that begins sentences, rather than a name.
  static func beginsSentences(_ word: String) -> Bool {
    if SmallWords.contain(word) || russianStarters.contains(word) { return true }
    guard let apostrophe = word.firstIndex(of: "'") else { return false }
    return SmallWords.contain(String(word[..<apostrophe]))
  }

  private static func set(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
