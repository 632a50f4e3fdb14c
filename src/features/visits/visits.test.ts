import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { portals } from '#testing/world/cast.ts'
import { agentOf } from './server/agents.ts'
import { importVisits } from './server/import-visits.ts'
import { dropOldViews } from './server/ingest-views.ts'
import { classify, parseLogLine } from './server/read-combined-log.ts'
import { hostOf, referrerKind, sourceOf } from './server/sources.ts'

const world = testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'backline-visits-'))
afterAll(() => rmSync(folder, { recursive: true }))
const portal = portals.casaCal
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const own = new Set(['artist.example'])

let made = 0
interface Line {
  time: string
  path?: string
  status?: number
  referrer?: string
  agent?: string
  address?: string
  method?: string
}
const lineOf = ({
  time,
  path = '/',
  status = 200,
  referrer = '-',
  agent = firefox,
  address = '10.0.0.1',
  method = 'GET',
}: Line) => `${address} - - [${time}] "${method} ${path} HTTP/1.1" ${status} 100 "${referrer}" "${agent}"`
function log(...lines: string[]): string {
  const path = join(folder, `${made++}.log`)
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  return path
}
const bring = (path: string, options = {}) =>
  importVisits(world.database, { path, portalCode: portal.code, ownHost: 'artist.example', ...options })
const analytics = async (f: string, t: string) => {
  const staff = await as(world.database, 'super')
  return ok(await staff.analytics.portalVisitsInfoOfPortal({ portalId: portal.id, f, t }))
}

test('a line is one of the classes', () => {
  const kind = (line: Partial<Line>) => {
    const parsed = parseLogLine(lineOf({ time: '01/Jan/2020:10:00:00 +0000', ...line }))
    return parsed ? classify(parsed, agentOf(parsed.userAgent).bot) : 'broken'
  }
  expect(kind({ path: '/' })).toBe('pageView')
  expect(kind({ path: '/a/b.html?x=1', status: 304 })).toBe('pageView')
  expect(kind({ path: '/style.css' })).toBe('asset')
  expect(kind({ path: '/song.mp3', status: 206 })).toBe('asset')
  expect(kind({ path: '/blog?flav=rss20' })).toBe('feed')
  expect(kind({ path: '/nope', status: 404 })).toBe('error')
  expect(kind({ path: '/old', status: 301 })).toBe('redirect')
  expect(kind({ method: 'POST' })).toBe('notARead')
  expect(kind({ agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' })).toBe('bot')
  expect(kind({ agent: '-' })).toBe('bot')
  expect(
    parseLogLine('10.0.0.1 - - [01/Jan/2020:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "Mozil'),
  ).toBeUndefined()
  expect(parseLogLine(lineOf({ time: '01/Jan/2020:01:00:00 +0200' }))?.at).toBe(Date.UTC(2019, 11, 31, 23))
})

test('sources: campaign first, then the page that linked here', () => {
  const of = (referrer: string, query = '') => sourceOf(hostOf(referrer), new URLSearchParams(query), own)
  expect(of('')).toMatchObject({ source: null, channel: 'direct', referrer: null })
  expect(of('https://www.artist.example/tour')).toMatchObject({ source: null, channel: 'direct' })
  expect(of('https://www.google.co.uk/')).toMatchObject({
    source: 'Google',
    channel: 'search',
    referrer: 'google.co.uk',
  })
  expect(of('https://l.instagram.com/?u=x')).toMatchObject({ source: 'Instagram', channel: 'social' })
  expect(of('https://blog.example/post')).toMatchObject({ source: 'blog.example', channel: 'referral' })
  expect(of('https://mail.google.com/')).toMatchObject({ channel: 'email' })
  expect(of('', 'utm_source=newsletter&utm_medium=email&utm_campaign=Gira')).toMatchObject({
    source: 'newsletter',
    channel: 'email',
    campaign: 'Gira',
  })
  expect(of('https://www.google.es/', 'gclid=1')).toMatchObject({ source: 'Google', channel: 'paid' })
  expect(referrerKind('notgoogle.com', own)).toBe('website')
  expect(referrerKind('google.evil.example', own)).toBe('website')
  expect(referrerKind('not-artist.example', own)).toBe('website')
})

describe('visits', () => {
  test('30 minutes of silence open a new visit; lines out of order and from two files count the same', async () => {
    const at = (minute: number, address = '10.0.0.1') =>
      lineOf({
        time: `05/Mar/2020:${String(10 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00 +0000`,
        address,
      })
    const first = await bring(log(at(20), at(0), at(55), at(0, '10.0.0.2')))
    expect(first).toMatchObject({ imported: 4, visits: 3, visitors: 2 })
    expect(await bring(log(at(80), at(55)))).toMatchObject({ imported: 1, known: 1, visits: 0, visitors: 0 })
    expect((await analytics('2020-03-05', '2020-03-05')).totals).toMatchObject({ visits: 3, visitors: 2 })
  })

  test('a view that comes late opens no second visit before the one that it belongs to', async () => {
    const at = (minute: number) => log(lineOf({ time: `08/Mar/2020:10:${minute}:00 +0000` }))
    expect(await bring(at(40))).toMatchObject({ imported: 1, visits: 1, visitors: 1 })
    expect(await bring(at(10))).toMatchObject({ imported: 1, visits: 0, visitors: 0 })
    expect(await bring(log(lineOf({ time: '08/Mar/2020:09:39:59 +0000' })))).toMatchObject({ visits: 1 })
  })

  test('a cut-off line refuses the log, or is left out when told so; equal lines count once', async () => {
    const good = lineOf({ time: '06/Mar/2020:10:00:00 +0000' })
    const path = log(good, good, good.slice(0, -20))
    expect(await bring(path)).toMatchObject({
      status: 'refused',
      imported: 0,
      badRows: 1,
      errors: [{ row: 3, code: 'notALogLine' }],
    })
    expect((await analytics('2020-03-06', '2020-03-06')).totals).toMatchObject({ visits: 0 })
    const report = await bring(path, { skipBadRows: true })
    expect(report).toMatchObject({ rows: 3, imported: 1, classes: { pageView: 1, duplicate: 1, broken: 1 } })
    await expect(bring(log('x', 'y'))).rejects.toThrow('notThisFormat')
    await expect(bring(log(good), { portalCode: 'NOPE' })).rejects.toThrow('noSuchPortal')
  })

  test('raw views and salts go after 48 hours, the figures stay, and the log still counts once', async () => {
    const path = log(lineOf({ time: '07/Mar/2020:10:00:00 +0000', referrer: 'https://www.google.es/' }))
    await bring(path)
    await dropOldViews(world.database, new Date())
    const [left] = await world.database.query<{ views: number; salts: number }>(
      `select (select count(*)::int from page_view where at < '2021-01-01') as views, (select count(*)::int from visit_salt where day < '2021-01-01') as salts`,
    )
    expect(left).toEqual({ views: 0, salts: 0 })
    expect(await bring(path)).toMatchObject({ imported: 0, known: 1 })
    const answer = await analytics('2020-03-07', '2020-03-07')
    expect(answer.totals).toMatchObject({ visits: 1 })
    expect(answer.rows).toMatchObject([{ id: 'Google', visits: 1, share: 1 }])
  })
})

const real = sharedData('web_traffic/access_log.gz')
const expectedPath = sharedData('web_traffic/expected_counts.json')
test.skipIf(!real)('a real log: every line has a class, and links come from where they should', async () => {
  const expected = JSON.parse(readFileSync(expectedPath as string, 'utf8'))
  const report = await bring(real as string, { ownHost: undefined })
  expect(report.rows).toBe(expected.lines)
  expect(Object.values(report.classes).reduce((sum, count) => sum + count, 0)).toBe(expected.lines)
  expect(report.ownHost).toBe('semicomplete.com')
  const kinds = Object.entries(expected).find(([name]) => name.startsWith('by_referrer_kind'))?.[1]
  expect(report.referrers).toEqual(kinds)
  const lines = gunzipSync(readFileSync(real as string))
    .toString()
    .trim()
    .split('\n')
  const statuses = Object.groupBy(
    lines.map((line) => String(parseLogLine(line)?.status)),
    (status) => status,
  )
  expect(Object.fromEntries(Object.entries(statuses).map(([status, all]) => [status, all?.length]))).toEqual(
    expected.by_status,
  )
  expect(await bring(real as string, { ownHost: undefined })).toMatchObject({
    imported: 0,
    known: report.imported,
  })
  const { totals } = await analytics('2015-05-17', '2015-05-20')
  expect(totals).toMatchObject({ visits: report.visits, visitors: report.visitors })
})
