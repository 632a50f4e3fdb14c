import { toBuffer, toString as toText } from 'qrcode'
import type { Locale } from '#platform/constants.ts'
import { forAnHour, pageAnswer } from './answers.ts'
import { calendarOf } from './calendar.ts'
import type { Html } from './html.ts'
import { legalPage, privacyPage } from './legal.ts'
import type { PageData } from './page-data.ts'
import type { Aside } from './picture-routes.ts'
import { addressOf, plainPart, renderPart, type Surroundings } from './render-page.ts'

/** What a portal has beside its page: its legal texts, its address to point a camera at, its calendar. */
export function asideRoutes(aside: Aside, around: Surroundings): void {
  const plain = async (data: PageData, locale: Locale, text: { title: string; content: Html }) =>
    pageAnswer(await renderPart(data, locale, around, plainPart(data, locale, text)), 200)
  aside('legal', async (data, locale) => plain(data, locale, legalPage(data, locale)))
  aside('privacy', async (data, locale) => plain(data, locale, privacyPage(data, locale)))
  aside('qr.svg', async (data, _locale, c) =>
    c.body(await toText(addressOf(data, around, 'es'), { type: 'svg', margin: 2 }), 200, {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': forAnHour,
    }),
  )
  aside('qr.png', async (data, _locale, c) => {
    const png = await toBuffer(addressOf(data, around, 'es'), { type: 'png', margin: 2, width: 1024 })
    return c.body(new Uint8Array(png), 200, { 'Content-Type': 'image/png', 'Cache-Control': forAnHour })
  })
  aside('events.ics', (data, locale, c) =>
    c.body(
      calendarOf(data.events, { portal: data.portal.name, address: addressOf(data, around, locale), locale }),
      200,
      {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': `attachment; filename="${data.portal.customUrl}.ics"`,
        'Cache-Control': 'no-cache',
      },
    ),
  )
}
