import type { Database } from '#platform/db.ts'
import { portals } from '#testing/world/cast.ts'

/** Rows beside the cast of the test world. */
export const volume = {
  portals: 1_000,
  products: 100_000,
  contacts: 100_000,
  events: 30_000,
  logins: 20_000,
  orders: 200_000,
}

const list = (words: string) =>
  `(array[${words
    .split(' ')
    .map((word) => `'${word}'`)
    .join(',')}])`
const firstNames = list(
  'Lucía Martín Íñigo Begoña Óscar Ángela Hugo Sofía Mateo Núria Xabier Ainhoa Carlos Rocío Álvaro Elena Jordi Miren Pau Clàudia Raúl Inés Víctor Noelia Iker Marta Joaquín Lorena Andrés Bárbara Gonzalo Teresa Julián Pilar Unai Irene Sergio Carmen Adrián Paula',
)
const surnames = list(
  'García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos Lozano Guerrero Cano Prieto Méndez Cruz Calvo Gallego Vidal León Márquez Herrera Peña Flores Cabrera Campos Vega Fuentes Carrasco Diez Reyes Caballero Nieto Aguilar Pascual Santana Herrero Montero Lorenzo Hidalgo Giménez Ibáñez Ferrer Durán Santiago Benítez Mora Vicente Vargas Arias Carmona Crespo Román Pastor Soto Sáez Velasco Moya Soler Parra Esteban Bravo Gallardo Rojas',
)
const things = list(
  'Camiseta Sudadera Vinilo Taza Póster Gorra Casete Parche Chapa Bolsa Cinturón Calcetines Llavero Libro Libreta Púa Bufanda Pañuelo Mochila Lámina',
)
const shades = list(
  'negra blanca roja azul verde gris cruda rosa amarilla violeta marrón mostaza burdeos marina menta coral',
)
const nouns = list(
  'Tormenta Marea Niebla Faro Lobo Ventisca Levante Poniente Cántaro Relámpago Luciérnaga Sombra Verano Invierno Carretera Ceniza Brújula Océano Ruina Jardín Cometa Espejo Fábrica Nómada Quimera Sirena Tambor Umbral Volcán Zarzal Ámbar Eclipse Otoño Balcón Cicatriz Desierto Estación Frontera Gacela Horizonte',
)
const towns = list(
  'Madrid València Sevilla Málaga Bilbao Córdoba Cádiz Logroño Cáceres Jaén León Ávila Gijón Coruña Almería Murcia Palma Vigo Girona Huelva',
)
const venues = list('Sala Teatro Auditorio Palacio Pabellón Plaza Jardines Club Ateneo Nave')

/** One of the words, at random by `n`; a low power draws some words far more often than others, as names are. */
const pick = (words: string, salt: number, power = 1) =>
  `(${words})[1 + floor(power(bench_random(n, ${salt}), ${power}) * cardinality(${words}))::int]`
const folded = (text: string) => `translate(lower(${text}), 'áàéèíóòúüñç ', 'aaeeioouunc.')`

/** Fills a database that holds the test world with many of everything that search looks in, made by the server itself. */
export async function fillForSearch(database: Database): Promise<void> {
  const run = (text: string) => database.query(text)
  await run(`create function bench_random(n bigint, salt int) returns double precision language sql immutable parallel safe
    as $$ select (hashint8extended(n, salt) & 9007199254740991)::double precision / 9007199254740992 $$`)
  await run(`insert into account (id, name, type, organisation_type)
    select md5('search account ' || n)::uuid, ${pick(nouns, 1)} || ' Discos ' || n, 'simple', 2 from generate_series(1, ${volume.portals}) n`)
  await run(`insert into portal (id, account_id, code, name, custom_url, master)
    select md5('search portal ' || n)::uuid, md5('search account ' || n)::uuid, 'Q' || lpad(n::text, 5, '0'),
      ${pick(firstNames, 2)} || ' ' || ${pick(nouns, 3)}, 'search-' || n, true from generate_series(1, ${volume.portals}) n`)
  // Portals of the cast are among those that sell most.
  const known = [portals.ninoLobo.id, portals.hotelLevante.id, portals.bajamar.id, portals.claraVentisca.id]
  await run(`create table bench_portal as select row_number() over () - 1 as place, id from (
    select id from unnest('{${known.join(',')}}'::uuid[]) id
    union all select md5('search portal ' || n)::uuid from generate_series(1, ${volume.portals - known.length}) n) x`)
  await run('create unique index on bench_portal (place)')
  const portalOf = (salt: number) =>
    `join bench_portal b on b.place = floor(${volume.portals} * power(bench_random(n, ${salt}), 2.5))`
  const name = `${pick(things, 4)} || ' ' || ${pick(shades, 5)}`
  await run(`insert into product (portal_id, id, name, sku, category, status, price_cents)
    select b.id, md5('search product ' || n)::uuid,
      jsonb_build_object('es', ${name} || ' «' || ${pick(nouns, 6, 2)} || '» ' || n % 977)
        || case when n % 2 = 0 then jsonb_build_object('en', 'Item ' || ${pick(nouns, 6, 2)} || ' ' || n) else '{}' end,
      'BK-' || upper(substr(md5(n::text), 1, 4)) || '-' || n,
      (array['album','apparel','accessory','culture','digital'])[1 + n % 5], 'active', 2000
    from generate_series(1, ${volume.products}) n ${portalOf(7)}`)
  await run(`insert into variant (portal_id, id, product_id, size, sku, position)
    select p.portal_id, md5('search variant ' || p.id || s.size)::uuid, p.id, s.size, p.sku || '-' || s.size, s.place
    from product p cross join (values ('S', 0), ('M', 1), ('L', 2)) s(size, place)
    where p.sku like 'BK-%' and p.category = 'apparel'`)
  await run(`insert into event (portal_id, id, name, starts_at, time_zone, venue, city)
    select b.id, md5('search event ' || n)::uuid, 'Gira ' || ${pick(nouns, 8)} || ' en ' || ${pick(towns, 9)},
      now() + n * interval '7 minutes', 'Europe/Madrid', ${pick(venues, 10)} || ' ' || ${pick(nouns, 11)}, ${pick(towns, 9)}
    from generate_series(1, ${volume.events}) n ${portalOf(12)}`)
  const person = `${pick(firstNames, 13)} || ' ' || ${pick(surnames, 14, 2)} || ' ' || ${pick(surnames, 15, 2)}`
  await run(`insert into person (id, name, email)
    select md5('search person ' || n)::uuid, name, ${folded('name')} || n || '@correo.example'
    from (select n, ${person} as name from generate_series(1, ${volume.logins}) n) x`)
  await run(`insert into contact (id, person_id, name, email, source, organisation)
    select md5('search contact ' || n)::uuid,
      case when n <= ${volume.logins} then md5('search person ' || n)::uuid end, name,
      ${folded('name')} || n || '@correo.example', case when n <= ${volume.logins} then 'login' else 'import' end, ${pick(nouns, 16)} || ' Música'
    from (select n, ${person} as name from generate_series(1, ${volume.contacts}) n) x`)
  await run(`insert into member (portal_id, person_id, role)
    select b.id, md5('search person ' || n)::uuid, 'Editor' from generate_series(1, ${volume.logins}) n ${portalOf(17)}`)
  await run(`insert into "order" (portal_id, id, source, external_id, placed_at, currency, batch_id)
    select b.id, md5('search order ' || n)::uuid, (array['shopify','api','csv'])[1 + n % 3], '#' || 1000 + n,
      now() - n * interval '5 minutes', 'EUR', md5('search batch')::uuid
    from generate_series(1, ${volume.orders}) n ${portalOf(18)}`)
  await run('drop table bench_portal')
}
