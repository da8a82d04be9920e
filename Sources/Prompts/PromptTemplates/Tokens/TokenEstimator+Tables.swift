extension TokenEstimator {
  /// What a Latin letter adds after another, in 32nds of a token, as characters whose code is the number + 59. Rows:
  /// the preceding character (a to z, Latin-1, other Latin, a space, a line end, anything else); columns: the letter
  /// (a to z, Latin-1, other Latin), and the end of the word.
  static let letterRows = [
    "RB8;T4AC7BI8G<0M^SFKMA`+,R5]^",
    "GZ>Q4A|=@?m1XLFeDb<[G@bT=^C3h",
    "B[I*7G]AP6>=HZ;=OY_?EMYE8N#EW",
    "FE.5DDJ`MIM?5CB]ShEnU6=KO[;YX",
    "BID6C5[SRA]KNFOQ:_F[`?a3OaIN]",
    "XdSrX<fpTcol]lIsSlXb]^}cY[A}n",
    "C=<Y1+Q#:]G8705SAI>V7Fb@0P6,B",
    "BY2=@XnWHTMFbH8JO[JYRT^MDd:#Z",
    "78179#L=cFJ=>4,E<V<Ig2RUF/#/h",
    "Ri_]H}hYUbhW`SIh_}UqQt`XUl]K}",
    "HYH79.N#C^]HbWTQM}AZR];JaB9:N",
    "HUY<=#^>JoXCKUFJ=JOVQAOW#y93O",
    "87W@1MZH=fe8<P9FEY4hJGJGDZ#?V",
    "Ia9@;7J;M]N>FEGcR}DLSBSQDUG{X",
    "GBD;O+MXIALBH9>MOXHOGBER>]8S_",
    "-G++*>8#@JF##:-L6B7;7&G%#H#}H",
    ";ECB/;XQNQT7OQ@TLgQH@kWJCYcJA",
    "+6####5A2>1//##H?I#>9#6}#C#<@",
    "JJC59AX5EmRXJC:TJa9JG^QI3f0SU",
    "7[*D,#_#3}B->D2#EM0K:X#}'F#WH",
    "?@5:6*OLA2K4?::EDP4DLFcJ9]#RR",
    "NQb?9UZ]DUl=HiEK]sh^VKbWfrFDk",
    "<<;0&5C#>DK+G#7a>K#aH=O<CG#74",
    "`U44SIZDFH[I;TVVXeJSMI[M@m}P4",
    "IJJp3Wp]?;VPNM)]Q}ASXV^];X#BR",
    "DMB?=7[]NN]<fJG@NoaQ?}BI:V.JQ",
    "VTXsXPphRiz`jOJrX}jxqiqGHaJ}}",
    "5V'9r@dV^jZ(6#EQKXiUCTXH2?91e",
    "793.3#B89561<-9HBJ6?;9:#KE,7E",
    "XYOKVB^cM_]JZSXif}O[PSZX[t[Vd",
    "KJ?CN6I>H#R<CGF[DQBMLBO<@bDRS",
  ]

  /// What a kind of character adds after another kind, in 32nds of a token; rows are the preceding kinds, the last
  /// one the start of the text.
  static let pairRows: [[Int16]] = [
    [0, -5, 6, 15, 12, 0, 14, -10, 25, -14, 5, 3, -3, 8, 4],
    [0, 47, 1, 56, 27, 20, 25, 11, -9, -44, 34, 35, 45, 15, 23],
    [0, -5, 25, 82, 76, 78, 44, 17, 64, 33, 68, 69, 85, 70, 71],
    [-9, 1, -22, 36, 33, 8, 20, 24, 45, -3, 51, 60, 41, 33, 38],
    [-18, 17, 4, 36, 15, -7, 0, -18, 32, -11, 37, 25, 26, 12, 49],
    [9, 28, -44, 52, 0, 13, 16, 27, 33, 0, 51, 33, 60, 36, 22],
    [-6, 32, 7, 47, 21, 14, 19, 16, 50, 10, 44, 38, 46, 31, 37],
    [1, 30, 24, 37, 32, 30, 17, 7, 56, 16, 48, 52, 58, 48, 87],
    [26, 7, 2, 49, 3, 7, 25, 13, 52, 15, 48, 43, 48, 34, 110],
    [44, 52, 37, 77, 29, 32, 55, 45, 98, 39, 79, 48, 68, 71, 142],
    [-4, -3, 3, 36, 4, -7, -2, -7, 31, 17, 17, 14, 17, 12, 9],
    [-5, 9, 2, 39, 24, 18, 15, 9, 43, 4, 42, 18, 32, 29, 45],
    [-28, 18, 3, 26, 13, 19, 14, 2, 39, -20, 40, 29, 29, 32, 39],
    [3, -50, 29, 50, 24, 14, 11, 6, 38, -5, 35, 29, 35, 2, 50],
    [0, 9, 22, 64, 18, 32, 23, 14, 132, 100, 48, 48, 61, 49, 0],
    [0, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 0],
  ]

  /// What a character of another script adds, in 32nds of a token, by ``Script``.
  static let scriptRates: [Int] = [26, 5, 76, 8, 8, 29, 40, 16, 31, 15, 55, 8]
}
