import { letters, provinceCode } from './place.ts'

/** Capitals that are not called as their province is, and cities that people play in. */
const cities: Record<string, string> = {
  bilbao: 'BI',
  bilbo: 'BI',
  donostia: 'SS',
  'san sebastian': 'SS',
  'donostia san sebastian': 'SS',
  vitoria: 'VI',
  gasteiz: 'VI',
  'vitoria gasteiz': 'VI',
  pamplona: 'NA',
  iruna: 'NA',
  logrono: 'LO',
  santander: 'S',
  oviedo: 'O',
  gijon: 'O',
  vigo: 'PO',
  santiago: 'C',
  'santiago de compostela': 'C',
  palma: 'PM',
  'palma de mallorca': 'PM',
  ibiza: 'PM',
  eivissa: 'PM',
  'las palmas de gran canaria': 'GC',
  'la laguna': 'TF',
  'san cristobal de la laguna': 'TF',
  'l hospitalet': 'B',
  hospitalet: 'B',
  'l hospitalet de llobregat': 'B',
  badalona: 'B',
  vic: 'B',
  elche: 'A',
  cartagena: 'MU',
  jerez: 'CA',
  'jerez de la frontera': 'CA',
}

/** The Spanish province that a city is in, `ES-BI`; null where its name does not tell. */
export function provinceOfCity(city: string): string | null {
  const known = cities[letters(city)]
  return known ? `ES-${known}` : provinceCode('ES', city)
}
