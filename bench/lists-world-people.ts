import type { Database } from '#platform/db.ts'
import { people } from '#testing/world/cast.ts'
import { largest, momentOf, pick, portalOf, resting, type Volume } from './lists-volume.ts'

const firstNames =
  'Lucía Martín Íñigo Begoña Óscar Ángela Hugo Sofía Mateo Núria Xabier Ainhoa Carlos Rocío Álvaro Elena'
const surnames =
  'García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Jiménez Ruiz Hernández Díaz Moreno Muñoz Álvarez'
const towns = 'Madrid Sevilla Málaga Bilbao Córdoba Cádiz Logroño Cáceres Jaén León Gijón Murcia Palma Vigo'
const month = `interval '1 month'`

/** Everything around the goods: people and contacts, events, bills, what was done and told. */
export async function addCompany(database: Database, volume: Volume) {
  const { contacts, events, bills, activity, messages } = volume
  const logins = Math.floor(contacts / 5)
  const name = `${pick(firstNames, 21)} || ' ' || ${pick(surnames, 22)} || ' ' || ${pick(surnames, 23)}`
  const when = (all: number) => `cross join lateral (select ${momentOf(all)} as at) t`
  const person = `bench_key('list person ' || (1 + n % ${logins}))`
  await resting(database, [
    `insert into person (id, name, email, password_hash, last_seen_at, created_at)
      select bench_key('list person ' || n), ${name}, 'list' || n || '@correo.example', case when n % 9 > 0 then 'x' end,
        case when n % 9 > 1 then ${momentOf(logins)} end, ${momentOf(logins)} from generate_series(1, ${logins}) n`,
    `insert into contact (id, person_id, account_id, name, email, phone, organisation, tags, source, created_at)
      select bench_key('list contact ' || n), case when n <= ${logins} then bench_key('list person ' || n) end,
        case when n % 3 = 0 then b.account_id end, ${name}, 'list' || n || '@correo.example', '+34 6' || lpad(n::text, 8, '0'),
        ${pick(surnames, 24)} || ' Música', case when n % 10 = 0 then jsonb_build_array(${pick('prensa promotor sala radio', 25)}) else '[]' end,
        case when n <= ${logins} then 'login' else 'import' end, ${momentOf(contacts)}
      from generate_series(1, ${contacts}) n ${portalOf(volume, 26)}`,
    `insert into contact_consent (id, contact_id, kind, given, source, at)
      select bench_key('list consent ' || n), bench_key('list contact ' || n), ${pick('news phone profiling', 27)}, n % 10 > 0, 'staff', ${momentOf(contacts)}
      from generate_series(1, ${contacts}, 3) n`,
    `insert into member (portal_id, person_id, role)
      select b.id, bench_key('list person ' || n), 'Editor' from generate_series(1, ${logins}) n ${portalOf(volume, 28, 1)}`,
    // One of ten is still to come.
    `insert into event (portal_id, id, name, starts_at, ends_at, time_zone, venue, city, publication, updated_at)
      select b.id, bench_id(t.at, 'event ' || n), 'Gira ' || ${pick(towns, 29)} || ' ' || n % 900, t.at + interval '100 days',
        case when n % 20 = 0 then t.at + interval '102 days' end, 'Europe/Madrid', 'Sala ' || ${pick(surnames, 30)}, ${pick(towns, 31)},
        ${pick('published draft', 32, 3)}, t.at
      from generate_series(1, ${events}) n ${when(events)} ${portalOf(volume, 33)}`,
    ...billsOf(bills),
    `insert into activity (id, at, actor_id, portal_id, account_id, action, target_id, after)
      select bench_id(t.at, 'activity ' || n), t.at, case when n % 4 = 0 then '${people.staff.id}'::uuid else ${person} end, b.id, b.account_id,
        ${pick('products.updateProduct links.updateLink events.updateEvent orders.mapSkus account.signIn', 34)},
        bench_key('list product ' || n % ${volume.products})::text, '{"name": "Algo"}'
      from generate_series(1, ${activity}) n ${when(activity)} ${portalOf(volume, 35)}`,
    `insert into message (id, person_id, kind, about, words, created_at, mailing)
      select bench_id(t.at, 'message ' || n), case when n % 40 = 0 then (array['${people.super.id}','${people.label.id}','${people.artist.id}'])[1 + n / 40 % 3]::uuid
        else ${person} end, 'sale', 'list ' || n, '{"title": {"es": "Venta"}, "body": {"es": "Una venta"}, "link": "/orders"}', t.at, 'none'
      from generate_series(1, ${messages}) n ${when(messages)}`,
    `insert into mail (id, "to", subject, text, html, locale, kind, state, created_at)
      select bench_id(t.at, 'mail ' || n), 'list' || n || '@correo.example', 'Venta', 'Venta', 'Venta', 'es', 'notice', 'sent', t.at
      from generate_series(1, ${messages / 2}) n cross join lateral (select ${momentOf(messages / 2)} as at) t`,
    ...arrivalsOf(volume),
  ])
}

/** Of each account a bill a month; those of the last one are still to be paid. */
const billsOf = (bills: number) => [
  `create temporary table bench_bill on commit drop as
    with a as (select id, row_number() over (order by id) - 1 as place, count(*) over () as many from account)
    select n, a.id as account_id, (date_trunc('month', now()) - (1 + n / a.many) * ${month})::date as period
    from generate_series(0, ${bills - 1}) n join a on a.place = n % a.many`,
  `insert into bill (id, account_id, type, status, payment, period, number, issued_on, hash, totals, created_at)
    select bench_key('list bill ' || n), account_id, 1, 'Approved',
      case when period >= date_trunc('month', now()) - 2 * ${month} then 'unpaid' else 'paid' end, period, 'LS-' || n, period, 'x',
      jsonb_build_object('baseCents', 1000 + n % 900, 'payableCents', 1000 + n % 900), period::timestamptz + ${month}
    from bench_bill`,
  `insert into bill (id, account_id, type, status, created_at)
    select bench_key('list open ' || id), id, 1, 'Next', now() from account a
    where not exists (select from bill b where b.account_id = a.id and b.type = 1 and b.status = 'Next')`,
  `insert into ledger_entry (id, account_id, at, "from", "to", amount_cents, type, month, tax_bp, bill_id)
    select bench_key('list entry ' || n), account_id, period::timestamptz + ${month}, 'sales', 'accrued', 1000, 'Income', period, 2100, bench_key('list bill ' || n)
    from bench_bill`,
]

/** What other programs and fans brought to the largest portal. */
const arrivalsOf = ({ messages }: Volume) => {
  const many = Math.floor(messages / 4)
  return [
    `insert into connector (portal_id, id, kind, source, name) values ('${largest.portal}', bench_key('list connector'), 'shopify', 'shopify', 'Tienda')`,
    `insert into webhook_delivery (portal_id, id, connector_id, body_hash, body, state, received_at)
      select '${largest.portal}', bench_id(t.at, 'delivery ' || n), bench_key('list connector'), decode(md5(n::text), 'hex'), '{}', 'done', t.at
      from generate_series(1, ${many}) n cross join lateral (select ${momentOf(many)} as at) t`,
    `insert into release (portal_id, id, title, release_at, duration_days, status)
      select '${largest.portal}', bench_key('list release ' || n), '{"es": "Disco"}', now() + n * interval '1 day', 7, 'published' from generate_series(1, 60) n`,
    `insert into presave (portal_id, id, release_id, email, consent_at, confirmed_at)
      select '${largest.portal}', bench_id(t.at, 'presave ' || n), bench_key('list release ' || 1 + n % 60), 'fan' || n || '@correo.example', t.at, t.at
      from generate_series(1, ${many}) n cross join lateral (select ${momentOf(many)} as at) t`,
    `insert into import_run (portal_id, id, kind, format, file_name, report, created_at)
      select '${largest.portal}', bench_key('list import ' || n), 'orders', 'csv', 'ventas.csv', '{"rows": 1, "imported": 1, "orders": 1}', now() - n * interval '1 hour'
      from generate_series(1, ${Math.floor(many / 5)}) n`,
  ]
}
