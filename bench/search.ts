import { relearnWords } from '#features/search/server/learn-words.ts'
import { asService } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { cookieFor, testApp } from '#testing/as.ts'
import { startCluster } from '#testing/postgres.ts'
import { people, portals } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { type Figure, percentile } from './figures.ts'
import { fillForSearch, volume } from './search-data.ts'

const searches = Number(process.env.BENCH_SEARCHES ?? 400)

const at = (portal: keyof typeof portals) => `/api/portal/${portals[portal].id}/search`
/** Who searches where: staff with every key and with few, a label's people, artists of a large and of a small portal. */
const searchers = [
  ['super staff, everywhere', people.super.id, '/api/search'],
  ['staff of the catalogue, everywhere', people.catalogue.id, '/api/search'],
  ['super staff, at the largest portal', people.super.id, at('ninoLobo')],
  ['label, at its portal', people.label.id, at('bajamar')],
  ['artist, at the largest portal', people.artist.id, at('ninoLobo')],
  ['lector, at a large portal', people.lector.id, at('hotelLevante')],
] as const

/** Search over 100,000 products and as many contacts on PostgreSQL, with every type that can be found. */
export async function benchSearch(): Promise<Figure[] | undefined> {
  const cluster = await startCluster('-c shared_buffers=512MB')
  if (!cluster) return undefined
  try {
    const database = await openDatabase({ url: cluster.url('postgres'), folder: '' })
    await migrate(database)
    await makeWorld(database, { size: 'test' })
    await fillForSearch(database)
    await database.transaction(asService('trial'), relearnWords)
    await database.query('vacuum analyze')
    const titles = await database.query<{ title: string }>(`
      (select name->>'es' as title from product order by md5(id::text) limit 400)
      union all (select p.name || ' · ' || (x.name->>'es') from product x join portal p on p.id = x.portal_id
        order by md5(x.id::text || 'at') limit 200)
      union all (select name from contact order by md5(id::text) limit 400)
      union all (select name from portal order by md5(id::text) limit 100)
      union all (select name from event order by md5(id::text) limit 100)
      union all (select sku from variant where sku is not null order by md5(id::text) limit 100)
      union all (select external_id from "order" where external_id like '#%' order by md5(id::text) limit 200)
      union all (select email from contact where email is not null order by md5(id::text) limit 100)`)
    const app = testApp(database)
    const figures: Figure[] = []
    const all: { q: string; who: string; ms: number; found: number }[] = []
    for (const [who, personId, path] of searchers) {
      const headers = { cookie: await cookieFor(database, personId) }
      const random = series(who)
      const waits: number[] = []
      for (let n = -20; n < searches; n++) {
        const q = wordsFrom(titles[Math.floor(random() * titles.length)]?.title ?? '', random)
        const from = performance.now()
        const answer = await app.request(`${path}?q=${encodeURIComponent(q)}`, { headers })
        const body = await answer.text()
        const ms = performance.now() - from
        if (!answer.ok) throw new Error(`${who} «${q}»: ${answer.status} ${body}`)
        if (n < 0) continue
        waits.push(ms)
        all.push({ q, who, ms, found: JSON.parse(body).groups.length })
      }
      figures.push(figure(who, waits))
    }
    all.sort((a, b) => b.ms - a.ms)
    for (const { q, who, ms, found } of all.slice(0, 12))
      console.log(`${ms.toFixed(0).padStart(5)} ms  «${q}», ${who}, ${found} types`)
    const empty = all.filter(({ found }) => found === 0).length
    console.log(`${all.length} searches, ${empty} without any hit`)
    const together = figure(
      `everybody, ${volume.products.toLocaleString('en')} products, ${volume.contacts.toLocaleString('en')} contacts`,
      all.map(({ ms }) => ms),
    )
    await database.close()
    return [...figures, together]
  } finally {
    await cluster.stop()
  }
}

function figure(who: string, waits: number[]): Figure {
  waits.sort((a, b) => a - b)
  const value = percentile(waits, 0.95)
  return { what: `search, ${who}, p95`, value, unit: 'ms', limit: '≤ 50', met: value <= 50 }
}

/** Numbers in [0, 1) that are the same in each run. */
function series(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** What somebody types who looks for the title: parts of it, without accents, with a wrong, lost or turned letter. */
function wordsFrom(title: string, random: () => number): string {
  const words = title.split(/[\s·]+/).filter((word) => word.length > 1)
  const word = words[Math.floor(random() * words.length)] ?? title
  const pair = words.slice(0, 2).join(' ')
  const spot = 1 + Math.floor(random() * Math.max(1, word.length - 2))
  const letter = 'aeioulnrst'[Math.floor(random() * 10)] ?? 'a'
  const [portal = '', thing] = title.split(' · ')
  // A thing and whose it is, in whichever order.
  const both = `${thing?.split(' ')[0] ?? ''} ${portal}`
  const ways = [
    ...(thing ? [() => both, () => title.replace(' · ', ' ')] : []),
    () => title.slice(0, 100),
    () => pair,
    () => word,
    () => word.slice(0, 3),
    () => word.slice(0, 2),
    () => word.slice(0, 1),
    () => pair.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
    () => word.slice(0, spot) + word.slice(spot + 1),
    () => word.slice(0, spot) + letter + word.slice(spot + 1),
    () => word.slice(0, spot) + (word[spot + 1] ?? '') + (word[spot] ?? '') + word.slice(spot + 2),
    () => words.at(-1) ?? title,
    () => `${letter}${word.split('').reverse().join('')}`,
  ]
  const typed = ways[Math.floor(random() * ways.length)]?.().trim()
  return typed ? typed : title.slice(0, 40)
}
