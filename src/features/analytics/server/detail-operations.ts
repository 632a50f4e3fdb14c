import type { Services, View } from '#platform/call.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../detail-contract.ts'
import * as questions from '../questions-contract.ts'
import { baseOf } from './base.ts'
import { buyers } from './buyers.ts'
import { type Asking, type DetailQuery, detail } from './detail.ts'
import type { DetailPageName } from './detail-pages.ts'
import { exportDetail } from './export.ts'
import { exportWhereToPlay } from './export-where-to-play.ts'
import { filterOptions } from './filter-options.ts'
import { funnel } from './funnel.ts'
import { storeOf } from './open-store.ts'
import { returns } from './returns.ts'
import { tours } from './tours.ts'
import { whereToPlay } from './where-to-play.ts'

type Called = Omit<Asking, 'base' | 'store'> & { services: Services }

/** A call of scope `view` always has one. */
export const askingView = ({
  tx,
  now,
  locale,
  view,
  services,
}: Called & { view: View | undefined }): Asking => {
  if (!view) throw new Error('A call of scope "view" without a view')
  return { tx, now, locale, base: baseOf(view), store: storeOf(tx, services) }
}
export const askingPortal = ({
  tx,
  now,
  locale,
  portal,
  services,
}: Called & { portal: { id: string } }): Asking => ({
  tx,
  now,
  locale,
  base: { portalId: portal.id },
  store: storeOf(tx, services),
})

const ofView = (page: DetailPageName) => (call: Called & { view: View | undefined }, query: DetailQuery) =>
  detail(askingView(call), page, query)
const ofPortal = (page: DetailPageName) => (call: Called & { portal: { id: string } }, query: DetailQuery) =>
  detail(askingPortal(call), page, query)

export const detailOperations = {
  netSalesDetailInfo: handle(contract.netSalesDetailInfo, ofView('netSales')),
  netSalesDetailInfoOfPortal: handle(contract.netSalesDetailInfoOfPortal, ofPortal('netSales')),
  albumsSoldDetailInfo: handle(contract.albumsSoldDetailInfo, ofView('albumsSold')),
  albumsSoldDetailInfoOfPortal: handle(contract.albumsSoldDetailInfoOfPortal, ofPortal('albumsSold')),
  ordersSoldDetailInfo: handle(contract.ordersSoldDetailInfo, ofView('ordersSold')),
  ordersSoldDetailInfoOfPortal: handle(contract.ordersSoldDetailInfoOfPortal, ofPortal('ordersSold')),
  incomeDetailInfo: handle(contract.incomeDetailInfo, ofView('income')),
  incomeDetailInfoOfPortal: handle(contract.incomeDetailInfoOfPortal, ofPortal('income')),
  visitsDetailInfo: handle(contract.visitsDetailInfo, ofView('visits')),
  visitsDetailInfoOfPortal: handle(contract.visitsDetailInfoOfPortal, ofPortal('visits')),
  trafficDetailInfo: handle(contract.trafficDetailInfo, ofView('traffic')),
  trafficDetailInfoOfPortal: handle(contract.trafficDetailInfoOfPortal, ofPortal('traffic')),
  salesByPortalDetailInfo: handle(contract.salesByPortalDetailInfo, ofView('salesByPortal')),
  salesByPortalDetailInfoOfPortal: handle(
    contract.salesByPortalDetailInfoOfPortal,
    ofPortal('salesByPortal'),
  ),
  salesByProductDetailInfo: handle(contract.salesByProductDetailInfo, ofView('salesByProduct')),
  salesByProductDetailInfoOfPortal: handle(
    contract.salesByProductDetailInfoOfPortal,
    ofPortal('salesByProduct'),
  ),
  salesByLocationDetailInfo: handle(contract.salesByLocationDetailInfo, ofView('salesByLocation')),
  salesByLocationDetailInfoOfPortal: handle(
    contract.salesByLocationDetailInfoOfPortal,
    ofPortal('salesByLocation'),
  ),
  filterOptions: handle(contract.filterOptions, (call, query) => filterOptions(askingView(call), query)),
  salesFunnel: handle(contract.salesFunnel, (call, query) => funnel(askingView(call), query)),
  salesFunnelOfPortal: handle(contract.salesFunnelOfPortal, (call, query) =>
    funnel(askingPortal(call), query),
  ),
  exportDetail: handle(contract.exportDetail, (call, query) => exportDetail(askingView(call), call, query)),
  exportDetailOfPortal: handle(contract.exportDetailOfPortal, (call, query) =>
    exportDetail(askingPortal(call), call, query),
  ),
  buyers: handle(questions.buyers, (call, query) => buyers(askingView(call), query)),
  buyersOfPortal: handle(questions.buyersOfPortal, (call, query) => buyers(askingPortal(call), query)),
  returns: handle(questions.returns, (call, query) => returns(askingView(call), query)),
  returnsOfPortal: handle(questions.returnsOfPortal, (call, query) => returns(askingPortal(call), query)),
  tours: handle(questions.tours, (call) => tours(askingView(call))),
  whereToPlay: handle(questions.whereToPlay, (call, query) => whereToPlay(askingView(call), query)),
  exportWhereToPlay: handle(questions.exportWhereToPlay, (call, query) =>
    exportWhereToPlay(askingView(call), call, query),
  ),
}
