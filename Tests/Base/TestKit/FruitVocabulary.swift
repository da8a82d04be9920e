/// A vocabulary about fruit, so that the words of tests are not mistaken for the product's.
package enum FruitVocabulary {
  package static let text = """
    fillers: {en: [just, really, so], es: [también], de: [nur]}
    spellings:
      en:
        im: I am
        "i'll": I will
        hes: he is
        wanna: want to
        jw: just want
        green apple: granny
        green apple pie: cake
        a p p l e: apple
        id eat: I would eat
        appl3: apple
        🍐: pear
        🍒🍒: cherries
      de: {mu esli: muesli}
    """
}
