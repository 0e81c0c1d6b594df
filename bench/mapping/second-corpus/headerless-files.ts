/** Files without a header and files whose headers say next to nothing: values alone have to do. Read as in index.ts. */
export const headerlessFiles: readonly string[] = [
  `danish leads without a header
|||||||
FirstName/-|LastName/-|Phone/MobilePhone|Email|Address|PostalCode|City/-|-
Mette|Krogh|75550122|mette@kroghgulve.example|Industrivej 8|7100|Vejle|ny
Bo|Lind|97550304|bo@lindbyg.example|Dalgas Allé 2|7400|Herning|ny
Tina|Juul|98557012|tj@juultransport.example|Havnegade 41|9000|Aalborg|gammel
Omar|Ali|31554020|omar@citycykler.example|Nørrebrogade 9|2200|København N|ny
Ida|Riis|20551011|ida.riis@mail.example|Torvet 1|8600|Silkeborg|ny`,
  `american leads without a header
||||||
FullName|Phone/MobilePhone|Region|PostalCode|Email|-|Address/-
Karen Abbott|2075550110|ME|04401|karen.abbott@mail.example|2025-03-01 10:12:00|8 Birch Ln
Frank Bauer|5035550142|OR|97209|fbauer@mail.example|2025-03-01 10:15:31|905 NW 9th Ave
Maria Chavez|9155550133|TX|79912|mchavez@mail.example|2025-03-02 08:00:10|411 Mesa Dr
Walter Dunn|8145550118|PA|16507|wdunn@mail.example|2025-03-02 19:44:02|90 Shore Rd
Linh Nguyen|6195550109|CA|92101|linh@mail.example|2025-03-03 12:01:55|5 Pier Ave`,
  `german companies without a header
|||||
Company|Address|PostalCode|City/-|Phone|Website
Brandt Holzbau GmbH|Lindenallee 7|31134|Hildesheim|05121 44020|www.brandt-holzbau.example
Yildiz Elektro e.K.|Hansastr. 101a|44137|Dortmund|0231 889100|www.yildiz-elektro.example
Praxis Dr. Thoma|Am Schloßberg 2|79098|Freiburg|0761 20981|www.praxis-thoma.example
Wiegand Logistik GmbH & Co. KG|Billstraße 44|20539|Hamburg|040 3120044|www.wiegand-logistik.example
Stadtbäckerei Huber OHG|Marktplatz 1|84028|Landshut|0871 55012|www.huber-brot.example`,
  `dialler list without a header
|||||||||||
-|-|PhoneCountryCode/-|Phone/MobilePhone|Title/-|FirstName/-|-|LastName/-|Address|City/-|Region|PostalCode
100231|998|1|2075550110|Ms|Karen|J|Abbott|8 Birch Ln|Bangor|ME|04401
100232|998|1|5035550142|Mr|Frank||Bauer|905 NW 9th Ave|Portland|OR|97209
100233|998|1|9155550133|Ms|Maria|L|Chavez|411 Mesa Dr|El Paso|TX|79912
100234|998|1|8145550118|Mr|Walter|R|Dunn|90 Shore Rd|Erie|PA|16507
100235|998|1|6195550109|Ms|Linh||Nguyen|5 Pier Ave|San Diego|CA|92101`,
  `columns with numbers only as names
1|2|3|4|5|6
FullName|-|Phone/MobilePhone|Email|PostalCode/-|-
Kari Nordby|A12|90055110|kari@nordby.example|0155|ja
Ola Vik|A13|91155220|ola.vik@mail.example|5003|nei
Siri Moe|B02|92255330|siri@moe.example|7013|ja
Arne Lie|B07|93355440|arne.lie@mail.example|4006|ja
Eva Dahl|C01|94455550|eva@dahl.example|9008|nei`,
  `numbers that are no phones
||||
-|-|-|-|Email
20250301|19.99|104411|8|ellen@marshpottery.example
20250301|240.10|104412|11|ravi@patelco.example
20250302|7.50|104413|3|joan.fielding@mail.example
20250304|1200.00|104414|25|callum@reidjoinery.example
20250305|88.00|104415|1|gwen@hafod.example`,
];
