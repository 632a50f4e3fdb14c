import { letters } from './place.ts'

/** Towns outside Spain where tours of its artists stop, as they are called at home and here: `country|zone|names/names;…`. */
const towns = `
PT|Europe/Lisbon|Lisboa/Lisbon;Oporto/Porto;Braga;Coímbra/Coimbra;Faro;Évora;Aveiro;Guimarães
AD|Europe/Andorra|Andorra la Vella
FR|Europe/Paris|París/Paris;Marsella/Marseille;Lyon;Toulouse/Tolosa de Francia;Burdeos/Bordeaux;Nantes;Montpellier;Lille;Niza/Nice;Perpiñán/Perpignan;Bayona/Bayonne;Biarritz;Rennes;Estrasburgo/Strasbourg
IT|Europe/Rome|Roma/Rome;Milán/Milano/Milan;Turín/Torino/Turin;Bolonia/Bologna;Nápoles/Napoli/Naples;Florencia/Firenze/Florence;Génova/Genova/Genoa
DE|Europe/Berlin|Berlín/Berlin;Hamburgo/Hamburg;Múnich/München/Munich;Colonia/Köln/Cologne;Fráncfort/Frankfurt;Leipzig;Stuttgart
GB|Europe/London|Londres/London;Mánchester/Manchester;Liverpool;Bristol;Glasgow;Edimburgo/Edinburgh;Leeds;Brighton
IE|Europe/Dublin|Dublín/Dublin
NL|Europe/Amsterdam|Ámsterdam/Amsterdam;Róterdam/Rotterdam;Utrecht
BE|Europe/Brussels|Bruselas/Bruxelles/Brussel/Brussels;Amberes/Antwerpen/Antwerp;Gante/Gent/Ghent
CH|Europe/Zurich|Zúrich/Zürich/Zurich;Ginebra/Genève/Geneva;Lausana/Lausanne;Basilea/Basel
AT|Europe/Vienna|Viena/Wien/Vienna
DK|Europe/Copenhagen|Copenhague/København/Copenhagen
SE|Europe/Stockholm|Estocolmo/Stockholm;Gotemburgo/Göteborg/Gothenburg
NO|Europe/Oslo|Oslo
PL|Europe/Warsaw|Varsovia/Warszawa/Warsaw;Cracovia/Kraków/Krakow
US|America/New_York|Nueva York/New York;Miami;Boston;Washington
US|America/Los_Angeles|Los Ángeles/Los Angeles;San Francisco;Seattle
US|America/Chicago|Chicago;Austin
MX|America/Mexico_City|Ciudad de México/México/Mexico City/CDMX;Monterrey;Puebla
AR|America/Argentina/Buenos_Aires|Buenos Aires;Rosario;La Plata;Mendoza
CL|America/Santiago|Santiago de Chile;Valparaíso
CO|America/Bogota|Bogotá;Medellín de Colombia;Cali;Barranquilla
PE|America/Lima|Lima
UY|America/Montevideo|Montevideo
EC|America/Guayaquil|Quito;Guayaquil
CR|America/Costa_Rica|San José de Costa Rica
BR|America/Sao_Paulo|São Paulo;Río de Janeiro/Rio de Janeiro
JP|Asia/Tokyo|Tokio/Tokyo;Osaka`

export interface TownAbroad {
  name: string
  country: string
  timeZone: string
}

let known: Map<string, TownAbroad> | undefined

/** The town abroad that a name means. Whoever asks has looked among those of Spain before. */
export function townAbroad(name: string): TownAbroad | undefined {
  known ??= readTowns()
  return known.get(letters(name))
}

function readTowns(): Map<string, TownAbroad> {
  const found = new Map<string, TownAbroad>()
  for (const line of towns.trim().split('\n')) {
    const [country = '', timeZone = '', list = ''] = line.split('|')
    for (const names of list.split(';').map((one) => one.split('/')))
      for (const one of names) found.set(letters(one), { name: names[0] ?? one, country, timeZone })
  }
  return found
}
