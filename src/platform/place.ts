/** Countries and Spanish provinces as sources write them → ISO codes. Browser-safe. */

/** A name without case, accents and signs: what names are compared by. */
export const letters = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Names that no standard list has: how shops, PayPal and old exports write them. */
const aliases: Record<string, string> = {
  eire: 'IE',
  rsa: 'ZA',
  usa: 'US',
  us: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  // PayPal's own code for China.
  c2: 'CN',
  el: 'GR',
  'czech republic': 'CZ',
  'republica checa': 'CZ',
  holland: 'NL',
  holanda: 'NL',
  'the netherlands': 'NL',
  'korea republic of': 'KR',
  'republic of korea': 'KR',
  'south korea': 'KR',
  'corea del sur': 'KR',
  'russian federation': 'RU',
  turkey: 'TR',
  'hong kong': 'HK',
  macau: 'MO',
  'estados unidos de america': 'US',
  'united states of america': 'US',
  vietnam: 'VN',
}

let countries: Map<string, string> | undefined

function countryNames(): Map<string, string> {
  if (countries) return countries
  const names = new Map<string, string>()
  const languages = ['en', 'es', 'de', 'fr'].map(
    (code) => new Intl.DisplayNames([code], { type: 'region', fallback: 'none' }),
  )
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = alphabet.flatMap((first) => alphabet.map((second) => first + second))
  for (const code of codes.filter((one) => !notCountries.has(one))) {
    const found = languages.map((language) => language.of(code)).filter((name) => name !== undefined)
    if (found.length === 0) continue
    names.set(code.toLowerCase(), code)
    for (const name of found) if (!names.has(letters(name))) names.set(letters(name), code)
  }
  for (const [name, code] of Object.entries(aliases)) names.set(name, code)
  countries = names
  return names
}

/** Codes that the runtime names though ISO 3166-1 has no such country today. */
const notCountries = new Set([
  ...[
    'AC',
    'AN',
    'BU',
    'CP',
    'CQ',
    'CS',
    'DD',
    'DG',
    'DY',
    'EA',
    'EU',
    'EZ',
    'FX',
    'HV',
    'IC',
    'NH',
    'NT',
    'QO',
    'RH',
  ],
  ...['SU', 'TA', 'TP', 'UK', 'UN', 'VD', 'WK', 'XA', 'XB', 'YD', 'YU', 'ZR', 'ZZ'],
])

/** Codes of all countries, once each. */
export const countryCodes = (): string[] => [...new Set(countryNames().values())]

/** ISO 3166-1 code of a country given as code or by name, or null for what is no single country. */
export function countryCode(text: string | null | undefined): string | null {
  if (!text) return null
  return countryNames().get(letters(text)) ?? null
}

/** Spanish provinces by INE code: ISO 3166-2 part and name. The INE code is the first two digits of postal codes. */
export const provinces: readonly (readonly [ine: string, iso: string, name: string])[] = [
  ['01', 'VI', 'Álava'],
  ['02', 'AB', 'Albacete'],
  ['03', 'A', 'Alicante'],
  ['04', 'AL', 'Almería'],
  ['05', 'AV', 'Ávila'],
  ['06', 'BA', 'Badajoz'],
  ['07', 'PM', 'Illes Balears'],
  ['08', 'B', 'Barcelona'],
  ['09', 'BU', 'Burgos'],
  ['10', 'CC', 'Cáceres'],
  ['11', 'CA', 'Cádiz'],
  ['12', 'CS', 'Castellón'],
  ['13', 'CR', 'Ciudad Real'],
  ['14', 'CO', 'Córdoba'],
  ['15', 'C', 'A Coruña'],
  ['16', 'CU', 'Cuenca'],
  ['17', 'GI', 'Girona'],
  ['18', 'GR', 'Granada'],
  ['19', 'GU', 'Guadalajara'],
  ['20', 'SS', 'Gipuzkoa'],
  ['21', 'H', 'Huelva'],
  ['22', 'HU', 'Huesca'],
  ['23', 'J', 'Jaén'],
  ['24', 'LE', 'León'],
  ['25', 'L', 'Lleida'],
  ['26', 'LO', 'La Rioja'],
  ['27', 'LU', 'Lugo'],
  ['28', 'M', 'Madrid'],
  ['29', 'MA', 'Málaga'],
  ['30', 'MU', 'Murcia'],
  ['31', 'NA', 'Navarra'],
  ['32', 'OR', 'Ourense'],
  ['33', 'O', 'Asturias'],
  ['34', 'P', 'Palencia'],
  ['35', 'GC', 'Las Palmas'],
  ['36', 'PO', 'Pontevedra'],
  ['37', 'SA', 'Salamanca'],
  ['38', 'TF', 'Santa Cruz de Tenerife'],
  ['39', 'S', 'Cantabria'],
  ['40', 'SG', 'Segovia'],
  ['41', 'SE', 'Sevilla'],
  ['42', 'SO', 'Soria'],
  ['43', 'T', 'Tarragona'],
  ['44', 'TE', 'Teruel'],
  ['45', 'TO', 'Toledo'],
  ['46', 'V', 'Valencia'],
  ['47', 'VA', 'Valladolid'],
  ['48', 'BI', 'Bizkaia'],
  ['49', 'ZA', 'Zamora'],
  ['50', 'Z', 'Zaragoza'],
  ['51', 'CE', 'Ceuta'],
  ['52', 'ML', 'Melilla'],
]

const otherNames: Record<string, string> = {
  alava: 'VI',
  araba: 'VI',
  'araba alava': 'VI',
  alacant: 'A',
  'alicante alacant': 'A',
  'alacant alicante': 'A',
  baleares: 'PM',
  balears: 'PM',
  'islas baleares': 'PM',
  'balears illes': 'PM',
  castello: 'CS',
  'castellon castello': 'CS',
  'castello castellon': 'CS',
  'la coruna': 'C',
  coruna: 'C',
  gerona: 'GI',
  lerida: 'L',
  guipuzcoa: 'SS',
  vizcaya: 'BI',
  orense: 'OR',
  rioja: 'LO',
  palmas: 'GC',
  tenerife: 'TF',
  'valencia valencia': 'V',
  'comunidad de madrid': 'M',
  'principado de asturias': 'O',
  'region de murcia': 'MU',
  nafarroa: 'NA',
}

const spanish = new Map<string, string>([
  ...provinces.flatMap(([, iso, name]): [string, string][] => [
    [iso.toLowerCase(), iso],
    [`es ${iso.toLowerCase()}`, iso],
    [letters(name), iso],
  ]),
  ...Object.entries(otherNames),
])
const byPostalCode = new Map(provinces.map(([ine, iso]) => [ine, iso]))

/** "ES-B" for a Spanish province, by name, code or postal code; elsewhere the source's own code or name; null if none. */
export function provinceCode(
  country: string | null,
  text: string | null | undefined,
  postalCode?: string | null,
): string | null {
  const name = text?.trim() || null
  if (country !== 'ES') return country && name ? `${country}-${name.slice(0, 60)}` : null
  const iso =
    (name ? spanish.get(letters(name)) : undefined) ??
    byPostalCode.get((postalCode ?? '').replace(/\D/g, '').padStart(5, '0').slice(0, 2))
  return iso ? `ES-${iso}` : null
}

/** The name of a Spanish province from its code, "ES-B" → "Barcelona". */
export const provinceName = (code: string): string | undefined =>
  provinces.find(([, iso]) => `ES-${iso}` === code)?.[2]
