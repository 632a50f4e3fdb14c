import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people } from '#testing/world/cast.ts'
import type { SavedViewDraft } from './contract.ts'
import { reportSpan, sendReports } from './server/send-reports.ts'

const world = testDatabase()
const settings = { appOrigin: 'https://app.backline.test', secret: testServices.secret }
const draft: SavedViewDraft = {
  name: 'Discos en Francia',
  page: 'sales-by-product',
  query: 'filter=3&countries=%5B%22ES%22%5D&compare=true',
  shared: false,
  report: 'weekly',
}
const mails = () =>
  world.database.query<{ to: string; subject: string; text: string }>(
    `select "to", subject, text from mail where kind = 'report' order by created_at`,
  )

test('a view is seen by its owner, and by the team once it is shared', async () => {
  const owner = (await as(world.database, 'label')).savedViews
  const colleague = (await as(world.database, 'labelmanager')).savedViews
  const stranger = (await as(world.database, 'artist')).savedViews
  const staff = (await as(world.database, 'staff')).savedViews
  const made = ok(await owner.createView({ ...draft, report: 'none' }))
  expect(made).toMatchObject({ name: draft.name, own: true, owner: { id: people.label.id } })
  expect(ok(await colleague.listViews({})).total).toBe(0)

  ok(await owner.updateView({ viewId: made.id, ...draft, report: 'none', shared: true }))
  expect(ok(await colleague.listViews({})).items).toMatchObject([{ id: made.id, own: false }])
  expect(ok(await stranger.listViews({})).total).toBe(0)
  expect(ok(await staff.listViews({})).total).toBe(0)

  for (const other of [colleague, stranger, staff]) {
    expect(failureCode(await other.updateView({ viewId: made.id, ...draft }))).toBe('notFound')
    expect(failureCode(await other.deleteView({ viewId: made.id }))).toBe('notFound')
  }
  expect(await owner.deleteView({ viewId: made.id })).toBeNull()
  expect(ok(await owner.listViews({})).total).toBe(0)
})

test('a report covers the whole week or month before', () => {
  const of = (report: 'weekly' | 'monthly', at: string) => reportSpan(report, new Date(at))
  // 2026-11-16 was a Monday; 23:30 UTC of Sunday is Monday in Madrid.
  expect(of('weekly', '2026-11-20T10:00:00Z')).toEqual({
    due: '2026-11-16',
    f: '2026-11-09',
    t: '2026-11-15',
  })
  expect(of('weekly', '2026-11-15T23:30:00Z')).toEqual({
    due: '2026-11-16',
    f: '2026-11-09',
    t: '2026-11-15',
  })
  expect(of('weekly', '2026-11-15T22:30:00Z').due).toBe('2026-11-09')
  expect(of('monthly', '2026-03-01T00:30:00Z')).toEqual({
    due: '2026-03-01',
    f: '2026-02-01',
    t: '2026-02-28',
  })
})

test('a report says what the screen says, once a week, to whoever may still see it', async () => {
  const { savedViews, analytics } = await as(world.database, 'artist')
  const made = ok(await savedViews.createView(draft))
  // Past eight in the morning, when the reports of a Monday are due.
  const now = new Date(new Date().setUTCHours(12))
  expect(await sendReports(world.database, settings, now)).toBe(1)
  expect(await sendReports(world.database, settings, now)).toBe(0)
  const [mail] = await mails()
  const { f, t } = reportSpan('weekly', now)
  const screen = ok(await analytics.salesByProductDetailInfo({ f, t, countries: 'ES', compare: 'previous' }))
  const euros = new Intl.NumberFormat('es-ES', {
    style: 'currency',
    currency: 'EUR',
    useGrouping: 'always',
  } as never)
  const text = (value: string) => value.replaceAll(/\s/g, ' ')
  expect(mail?.subject).toContain(draft.name)
  expect(text(mail?.text ?? '')).toContain(text(euros.format((screen.totals.netCents ?? 0) / 100)))
  for (const row of screen.rows.slice(0, 10)) expect(mail?.text).toContain(row.name)
  expect(mail?.text).toContain(`https://app.backline.test/analytics/sales-by-product?`)
  expect(mail?.text).toContain(`f=${f}&t=${t}`)

  await world.database.query(
    `update member set denies = '["analytics.viewanalytics"]' where person_id = $1`,
    [people.artist.id],
  )
  const later = new Date(now.getTime() + 8 * 86_400_000)
  expect(await sendReports(world.database, settings, later)).toBe(0)
  expect(await mails()).toHaveLength(1)
  expect(made.report).toBe('weekly')
})
