import type * as z from 'zod/v4/core'
import { parseInput } from '#platform/validation.ts'
import * as contract from '../detail-contract.ts'
import { checkAlbums } from './check-albums.ts'
import type { DetailQuery } from './detail.ts'
import type { DetailPageName } from './detail-pages.ts'

const calls = {
  netSales: contract.netSalesDetailInfo,
  albumsSold: contract.albumsSoldDetailInfo,
  ordersSold: contract.ordersSoldDetailInfo,
  income: contract.incomeDetailInfo,
  visits: contract.visitsDetailInfo,
  traffic: contract.trafficDetailInfo,
  salesByPortal: contract.salesByPortalDetailInfo,
  salesByProduct: contract.salesByProductDetailInfo,
  salesByLocation: contract.salesByLocationDetailInfo,
} satisfies Record<DetailPageName, unknown>

/**
 * A question as the page's own call reads it: what the call does not know is left out.
 * @throws AppError 400 `invalidInput` by the field that the call would refuse.
 */
export function readPageQuery(page: DetailPageName, raw: object): DetailQuery {
  const query = parseInput(calls[page]['~orpc'].inputSchema as z.$ZodType, raw, []) as DetailQuery
  if (page === 'albumsSold') checkAlbums(query)
  return query
}
