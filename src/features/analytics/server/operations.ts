import type { Services, View } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { handle } from '#platform/handle.ts'
import type { Answer, Compared } from '../contract.ts'
import * as contract from '../contract.ts'
import { baseOf } from './base.ts'
import { storeOf } from './open-store.ts'
import { highlights, salesInfo, staffInfo, visitsInfo } from './overview.ts'
import { readCompared } from './period.ts'
import { wholeSelection } from './selection.ts'

interface Asking {
  tx: Tx
  services: Services
  now: Date
  locale: string
}
type Answering = (asked: Parameters<typeof highlights>[0]) => Promise<Answer>

const ofView = (answer: Answering) => async (call: Asking & { view: View | undefined }, period: Compared) => {
  const question = readCompared(period, call.now)
  if (!call.view) throw new Error('A call of scope "view" without a view')
  const selection = await wholeSelection(call.tx, baseOf(call.view))
  return answer({
    tx: call.tx,
    store: storeOf(call.tx, call.services),
    locale: call.locale,
    question,
    selection,
  })
}

const ofPortal = (answer: Answering) => async (call: Asking & { portal: { id: string } }, period: Compared) =>
  answer({
    tx: call.tx,
    store: storeOf(call.tx, call.services),
    locale: call.locale,
    question: readCompared(period, call.now),
    selection: await wholeSelection(call.tx, { portalId: call.portal.id }),
  })

export const operations = {
  highlights: handle(contract.highlights, ofView(highlights)),
  highlightsOfPortal: handle(contract.highlightsOfPortal, ofPortal(highlights)),
  portalSalesInfo: handle(contract.portalSalesInfo, ofView(salesInfo)),
  portalSalesInfoOfPortal: handle(contract.portalSalesInfoOfPortal, ofPortal(salesInfo)),
  portalVisitsInfo: handle(contract.portalVisitsInfo, ofView(visitsInfo)),
  portalVisitsInfoOfPortal: handle(contract.portalVisitsInfoOfPortal, ofPortal(visitsInfo)),
  staffAlbumsInfo: handle(
    contract.staffAlbumsInfo,
    ofView((asked) => staffInfo(asked, 'albums')),
  ),
  staffSalesInfo: handle(
    contract.staffSalesInfo,
    ofView((asked) => staffInfo(asked, 'sales')),
  ),
  staffVisitsInfo: handle(
    contract.staffVisitsInfo,
    ofView((asked) => staffInfo(asked, 'visits')),
  ),
}
