/**
 * Large ports, airports and inland hubs with their UN/LOCODE and their names in the five languages: general geography, as any
 * reader of a request knows it. Whether a place is one of the company's own is told only by the systems of record.
 */
export const PLACES: readonly string[] = [
  "DEHAM Hamburg|Hambourg|Hamburgo", "DEBRE Bremen|Brême|Brema", "DEBRV Bremerhaven", "DEBER Berlin|Berlín|Berlijn", "DEMUC Munich|München|Múnich",
  "DEFRA Frankfurt|Francfort|Fráncfort", "DECGN Cologne|Köln|Colonia|Keulen", "DEDUI Duisburg|Duisbourg|Duisburgo", "DELEJ Leipzig|Leipsick", "DESTR Stuttgart",
  "NLRTM Rotterdam|Róterdam|Roterdam|Rdam", "NLAMS Amsterdam|Ámsterdam|Schiphol", "NLEIN Eindhoven", "NLVLI Vlissingen|Flushing|Flessingue",
  "BEANR Antwerp|Antwerpen|Anvers|Amberes", "BEBRU Brussels|Brüssel|Bruxelles|Bruselas|Brussel", "BEZEE Zeebrugge|Zeebruges", "BEGNE Ghent|Gent|Gand|Gante", "BELGG Liège|Lüttich|Lieja|Luik",
  "FRLIO Lyon|Lyón|Lyons", "FRPAR Paris|París|Parijs", "FRMRS Marseille|Marsella|Marseilles", "FRLEH Le Havre|El Havre", "FRDKK Dunkirk|Dunkerque|Dünkirchen|Duinkerke",
  "FRBOD Bordeaux|Burdeos", "FRTLS Toulouse|Tolosa", "FRSXB Strasbourg|Straßburg|Estrasburgo|Straatsburg", "FRLIL Lille|Rijsel", "FRNTE Nantes",
  "ESVLC Valencia|Valence|València", "ESBCN Barcelona|Barcelone", "ESMAD Madrid", "ESALG Algeciras|Algésiras", "ESBIO Bilbao", "ESAGP Málaga|Malaga", "ESSVQ Seville|Sevilla|Séville|Sevilja",
  "ESZAZ Zaragoza|Saragossa|Saragosse", "ESVGO Vigo", "PTLIS Lisbon|Lissabon|Lisbonne|Lisboa", "PTOPO Porto|Oporto", "PTSIE Sines",
  "ITGOA Genoa|Genua|Gênes|Génova|Genova", "ITMIL Milan|Mailand|Milán|Milano|Milaan", "ITTRS Trieste|Triest", "ITNAP Naples|Neapel|Nápoles|Napels|Napoli", "ITVCE Venice|Venedig|Venise|Venecia|Venetië",
  "ITLIV Livorno|Leghorn|Livourne|Liorna", "ITROM Rome|Rom|Roma", "ITTRN Turin|Turín|Torino", "CHBSL Basel|Bâle|Basilea|Bazel|Basle", "CHZRH Zurich|Zürich|Zúrich", "CHGVA Geneva|Genf|Genève|Ginebra",
  "ATVIE Vienna|Wien|Vienne|Viena|Wenen", "PLGDN Gdansk|Gdańsk|Danzig|Dantzig", "PLGDY Gdynia|Gdingen", "PLWAW Warsaw|Warschau|Varsovie|Varsovia|Warszawa", "PLPOZ Poznan|Posen",
  "CZPRG Prague|Prag|Praga|Praag|Praha", "HUBUD Budapest|Boedapest", "SKBTS Bratislava|Pressburg", "SIKOP Koper", "HRRJK Rijeka", "ROCND Constanta|Konstanza", "BGVAR Varna",
  "GRPIR Piraeus|Piräus|Le Pirée|El Pireo", "GRATH Athens|Athen|Athènes|Atenas|Athene", "TRIST Istanbul|Estambul|Istanboel", "TRIZM Izmir|Esmirna", "TRMER Mersin",
  "GBFXT Felixstowe", "GBLON London|Londres|Londen", "GBSOU Southampton", "GBLIV Liverpool", "GBLGP London Gateway", "GBIMM Immingham", "GBHUL Hull", "GBDVR Dover|Douvres", "GBMNC Manchester",
  "IEDUB Dublin|Dublín", "DKCPH Copenhagen|Kopenhagen|Copenhague", "DKAAR Aarhus", "SEGOT Gothenburg|Göteborg|Gotemburgo|Gotenburg", "SESTO Stockholm|Estocolmo", "NOOSL Oslo", "NOBGO Bergen", "FIHEL Helsinki",
  "EETLL Tallinn|Tallin", "LVRIX Riga", "LTKLJ Klaipeda|Memel", "RULED Saint Petersburg|Sankt Petersburg|Saint-Pétersbourg|San Petersburgo", "RUMOW Moscow|Moskau|Moscou|Moscú|Moskou", "UAODS Odesa|Odessa",
  "USSAV Savannah", "USNYC New York|Nueva York", "USLAX Los Angeles|Los Ángeles", "USLGB Long Beach", "USHOU Houston", "USCHS Charleston", "USORF Norfolk", "USSEA Seattle", "USOAK Oakland", "USMIA Miami", "USCHI Chicago", "USBAL Baltimore",
  "CAMTR Montreal|Montréal", "CAVAN Vancouver", "CAHAL Halifax", "CATOR Toronto", "MXVER Veracruz", "MXZLO Manzanillo", "BRSSZ Santos", "BRSAO São Paulo|Sao Paulo", "BRRIO Rio de Janeiro", "ARBUE Buenos Aires", "CLVAP Valparaíso|Valparaiso", "PECLL Callao", "COCTG Cartagena", "PABLB Balboa",
  "SGSIN Singapore|Singapur|Singapour", "HKHKG Hong Kong|Hongkong", "CNSHA Shanghai|Shanghái|Sjanghai", "CNNGB Ningbo", "CNSZX Shenzhen", "CNTAO Qingdao", "CNTXG Tianjin", "CNXMN Xiamen", "CNCAN Guangzhou|Kanton|Cantón",
  "TWKHH Kaohsiung", "KRPUS Busan|Pusan", "KRINC Incheon", "JPTYO Tokyo|Tokio", "JPYOK Yokohama", "JPUKB Kobe", "JPOSA Osaka", "JPNGO Nagoya", "JPNRT Narita",
  "INMAA Chennai|Madras", "INBOM Mumbai|Bombay", "INNSA Nhava Sheva", "INMUN Mundra", "INDEL Delhi|New Delhi|Neu-Delhi|Nueva Delhi", "INCCU Kolkata|Calcutta|Kalkutta|Calcuta", "INBLR Bangalore|Bengaluru", "LKCMB Colombo",
  "BDCGP Chittagong", "THBKK Bangkok", "THLCH Laem Chabang", "VNSGN Ho Chi Minh City|Saigon", "VNHPH Haiphong", "MYPKG Port Klang", "MYTPP Tanjung Pelepas", "IDJKT Jakarta|Yakarta", "PHMNL Manila|Manille",
  "AEJEA Jebel Ali|Dschabal Ali", "AEDXB Dubai|Dubaï|Dubái", "AEAUH Abu Dhabi|Abu Dabi", "QADOH Doha", "SAJED Jeddah|Dschidda|Djeddah|Yeda", "OMSLL Salalah", "KWKWI Kuwait City", "ILHFA Haifa", "EGPSD Port Said", "EGALY Alexandria|Alexandrie|Alejandría|Alexandrië",
  "MACAS Casablanca", "MAPTM Tanger Med|Tangier|Tanger", "DZALG Algiers|Algier|Alger|Argel", "TNTUN Tunis|Túnez", "NGLOS Lagos", "GHTEM Tema", "CIABJ Abidjan", "SNDKR Dakar", "KEMBA Mombasa", "TZDAR Dar es Salaam", "ZADUR Durban", "ZACPT Cape Town|Kapstadt|Le Cap|Ciudad del Cabo|Kaapstad", "ZAJNB Johannesburg",
  "AUSYD Sydney|Sídney", "AUMEL Melbourne", "AUBNE Brisbane", "AUFRE Fremantle", "NZAKL Auckland",
];
