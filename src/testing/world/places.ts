import { createRequire } from 'node:module'
import { type Random, weighted } from './random.ts'

export interface Place {
  country: string
  /** ISO 3166-2. */
  province: string | null
  city: string | null
}

/**
 * Provinces by INE code: ISO 3166-2, inhabitants and those of the main towns in thousands (INE, rounded; only weights
 * here). Whoever lives elsewhere in the province gets a municipality of the atlas.
 */
const provinces: Record<string, [iso: string, thousands: number, towns: string]> = {
  '01': ['ES-VI', 336, 'Vitoria-Gasteiz 255'],
  '02': ['ES-AB', 386, 'Albacete 172, Hellín 31'],
  '03': ['ES-A', 1955, 'Alicante 350, Elche 240, Torrevieja 90, Orihuela 82, Benidorm 73, Alcoy 59'],
  '04': ['ES-AL', 753, 'Almería 200, Roquetas de Mar 107, El Ejido 90'],
  '05': ['ES-AV', 159, 'Ávila 58'],
  '06': ['ES-BA', 664, 'Badajoz 150, Mérida 59'],
  '07': ['ES-PM', 1209, 'Palma 431, Calvià 53, Ibiza 51, Manacor 46'],
  '08': [
    'ES-B',
    5797,
    'Barcelona 1656, L’Hospitalet 275, Terrassa 225, Badalona 224, Sabadell 217, Mataró 129, Granollers 63',
  ],
  '09': ['ES-BU', 356, 'Burgos 174, Miranda de Ebro 35'],
  '10': ['ES-CC', 387, 'Cáceres 96, Plasencia 39'],
  '11': ['ES-CA', 1251, 'Jerez de la Frontera 213, Algeciras 123, Cádiz 113, San Fernando 94'],
  '12': ['ES-CS', 604, 'Castelló de la Plana 175, Vila-real 52'],
  '13': ['ES-CR', 490, 'Ciudad Real 75, Puertollano 45'],
  '14': ['ES-CO', 773, 'Córdoba 323, Lucena 43'],
  '15': ['ES-C', 1123, 'A Coruña 247, Santiago de Compostela 99, Ferrol 64'],
  '16': ['ES-CU', 197, 'Cuenca 54'],
  '17': ['ES-GI', 806, 'Girona 104, Figueres 48, Blanes 41'],
  '18': ['ES-GR', 930, 'Granada 230, Motril 59'],
  '19': ['ES-GU', 276, 'Guadalajara 89, Azuqueca de Henares 35'],
  '20': ['ES-SS', 726, 'Donostia 189, Irun 63, Errenteria 40'],
  '21': ['ES-H', 530, 'Huelva 142, Lepe 28'],
  '22': ['ES-HU', 226, 'Huesca 54, Monzón 17'],
  '23': ['ES-J', 621, 'Jaén 112, Linares 56, Úbeda 34'],
  '24': ['ES-LE', 447, 'León 121, Ponferrada 63'],
  '25': ['ES-L', 443, 'Lleida 143'],
  '26': ['ES-LO', 322, 'Logroño 150, Calahorra 25'],
  '27': ['ES-LU', 325, 'Lugo 98, Monforte de Lemos 18'],
  '28': [
    'ES-M',
    6872,
    'Madrid 3332, Móstoles 211, Alcalá de Henares 199, Leganés 191, Fuenlabrada 189, Getafe 189, Rivas 100',
  ],
  '29': ['ES-MA', 1752, 'Málaga 586, Marbella 156, Mijas 91, Vélez-Málaga 85, Fuengirola 85'],
  '30': ['ES-MU', 1552, 'Murcia 469, Cartagena 219, Lorca 98, Molina de Segura 75'],
  '31': ['ES-NA', 672, 'Pamplona 206, Tudela 38'],
  '32': ['ES-OR', 304, 'Ourense 104'],
  '33': ['ES-O', 1006, 'Gijón 268, Oviedo 218, Avilés 75'],
  '34': ['ES-P', 158, 'Palencia 76'],
  '35': ['ES-GC', 1128, 'Las Palmas de Gran Canaria 378, Telde 103, Arrecife 66'],
  '36': ['ES-PO', 944, 'Vigo 293, Pontevedra 83, Vilagarcía de Arousa 38'],
  '37': ['ES-SA', 327, 'Salamanca 144, Béjar 12'],
  '38': ['ES-TF', 1085, 'Santa Cruz de Tenerife 209, La Laguna 159, Arona 86'],
  '39': ['ES-S', 588, 'Santander 172, Torrelavega 51'],
  '40': ['ES-SG', 155, 'Segovia 51'],
  '41': ['ES-SE', 1955, 'Sevilla 684, Dos Hermanas 139, Alcalá de Guadaíra 76, Utrera 52'],
  '42': ['ES-SO', 89, 'Soria 40'],
  '43': ['ES-T', 839, 'Tarragona 138, Reus 108, Tortosa 34'],
  '44': ['ES-TE', 134, 'Teruel 36, Alcañiz 16'],
  '45': ['ES-TO', 731, 'Talavera de la Reina 84, Toledo 86, Illescas 32'],
  '46': ['ES-V', 2656, 'València 807, Torrent 89, Gandia 79, Paterna 73, Sagunt 70'],
  '47': ['ES-VA', 521, 'Valladolid 297, Laguna de Duero 23'],
  '48': ['ES-BI', 1153, 'Bilbao 346, Barakaldo 101, Getxo 76, Durango 30'],
  '49': ['ES-ZA', 166, 'Zamora 59, Benavente 18'],
  '50': ['ES-Z', 977, 'Zaragoza 682, Calatayud 20'],
  '51': ['ES-CE', 83, 'Ceuta 83'],
  '52': ['ES-ML', 85, 'Melilla 85'],
}

const abroad: [Place, number][] = [
  [{ country: 'MX', province: null, city: 'Ciudad de México' }, 22],
  [{ country: 'AR', province: null, city: 'Buenos Aires' }, 17],
  [{ country: 'PT', province: null, city: 'Lisboa' }, 14],
  [{ country: 'FR', province: null, city: 'París' }, 13],
  [{ country: 'GB', province: null, city: 'Londres' }, 12],
  [{ country: 'DE', province: null, city: 'Berlín' }, 11],
  [{ country: 'CL', province: null, city: 'Santiago' }, 8],
  [{ country: 'CO', province: null, city: 'Bogotá' }, 8],
  [{ country: 'US', province: null, city: 'Nueva York' }, 8],
  [{ country: 'IT', province: null, city: 'Milán' }, 6],
  [{ country: 'NL', province: null, city: 'Ámsterdam' }, 4],
  [{ country: 'BE', province: null, city: 'Bruselas' }, 3],
]

const require = createRequire(import.meta.url)

interface Atlas {
  objects: { municipalities: { geometries: { id: string; properties: { name: string } }[] } }
}

/**
 * Where somebody lives: Spain weighted by inhabitants, the home province of the act three times as likely, and a share
 * abroad. Municipality names: es-atlas, © Instituto Geográfico Nacional, CC BY 4.0.
 */
export function makePlaces(): (random: Random, home: string, abroadShare: number) => Place {
  const villages = villagesByProvince()
  const foreign = weighted(abroad)
  const towns = Object.fromEntries(
    Object.entries(provinces).map(([code, row]) => [code, townsOf(code, row, villages)]),
  )
  const byHome = new Map<string, (random: Random) => string>()
  return (random, home, abroadShare) => {
    if (random.chance(abroadShare)) return foreign(random)
    let pickProvince = byHome.get(home)
    if (!pickProvince) {
      const weights = Object.entries(provinces).map(
        ([code, row]) => [code, row[1] * (code === home ? 3 : 1)] as const,
      )
      pickProvince = weighted(weights)
      byHome.set(home, pickProvince)
    }
    const code = pickProvince(random)
    const town = towns[code]?.(random) ?? null
    return {
      country: 'ES',
      province: provinces[code]?.[0] ?? null,
      city: town ?? random.one(villages.get(code) ?? ['']),
    }
  }
}

/** A town of the province by weight, or null for "one of its villages". */
function townsOf(
  code: string,
  [, thousands, list]: [string, number, string],
  villages: Map<string, string[]>,
) {
  const named = list.split(', ').map((entry) => {
    const at = entry.lastIndexOf(' ')
    return [entry.slice(0, at), Number(entry.slice(at + 1))] as [string | null, number]
  })
  const rest = thousands - named.reduce((sum, [, weight]) => sum + weight, 0)
  if (rest > 0 && villages.has(code)) named.push([null, rest])
  return weighted(named)
}

function villagesByProvince(): Map<string, string[]> {
  const atlas = require('es-atlas/es/municipalities.json') as Atlas
  const villages = new Map<string, string[]>()
  for (const { id, properties } of atlas.objects.municipalities.geometries) {
    const code = id.slice(0, 2)
    // 53 and 54 are jointly owned lands and Gibraltar.
    if (!(code in provinces)) continue
    const list = villages.get(code)
    if (list) list.push(properties.name)
    else villages.set(code, [properties.name])
  }
  for (const [code, list] of villages) villages.set(code, thinned(list))
  return villages
}

/** Every few names, 40 at most: with all 8,000 each village would have sold once. */
const thinned = (names: string[]) => names.filter((_, index) => index % Math.ceil(names.length / 40) === 0)
