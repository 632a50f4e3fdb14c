import { elevated } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { handle, handleOutside } from '#platform/handle.ts'
import { seenInView } from '#platform/of-portals.ts'
import { wakeAfter } from '#platform/wake-after.ts'
import * as contract from '../contract.ts'
import * as reading from '../reading-contract.ts'
import * as skus from '../sku-contract.ts'
import * as upload from '../upload-contract.ts'
import { listAllSkus } from './all-skus.ts'
import { exportOrders } from './export-orders.ts'
import { listImports, undoImport } from './imports.ts'
import { orderChoices } from './order-choices.ts'
import { deleteOrderFormat, listOrderFormats } from './order-formats.ts'
import { putOrder } from './put-order.ts'
import { getOrder, listOrders } from './queries.ts'
import { readOrdersFile } from './read-orders-file.ts'
import { findSkuChoices } from './sku-choices.ts'
import { listSkus, mapSkus } from './skus.ts'
import { uploadOrders } from './upload-orders.ts'

export const operations = {
  listOrders: handle(contract.listOrders, (call, query) => listOrders(call.tx, query, seenInView(call))),
  listOrderChoices: handle(contract.listOrderChoices, (call, { q }) =>
    orderChoices(call.tx, seenInView(call), call.locale, q),
  ),
  exportOrders: handle(contract.exportOrders, exportOrders),
  getOrder: handle(contract.getOrder, async ({ tx, portal, locale }, { orderId }) => {
    const found = await getOrder(tx, portal.id, orderId, locale)
    if (!found) throw new NotFound()
    return found
  }),
  putOrder: wakeAfter(
    'rollups',
    handle(contract.putOrder, async (call, { portalId: _, ...draft }) => {
      const order = await putOrder(call, draft)
      call.record({ targetId: order.id, after: { externalId: order.externalId, netCents: order.netCents } })
      return order
    }),
  ),
}

export const skuOperations = {
  listSkuChoices: handle(skus.listSkuChoices, ({ tx, portal, locale }, { q }) =>
    findSkuChoices(tx, portal.id, locale, q),
  ),
  listSkus: handle(skus.listSkus, ({ tx, portal, locale }, { portalId: _, ...query }) =>
    listSkus(tx, portal.id, query, locale),
  ),
  mapSkus: handle(skus.mapSkus, async ({ tx, portal, record }, input) => {
    const mapped = await elevated(tx, 'totals', () => mapSkus(tx, portal.id, input.skus))
    for (const { id, ...after } of input.skus) record({ targetId: id, after })
    return { mapped }
  }),
  listAllSkus: handle(skus.listAllSkus, (call, query) =>
    listAllSkus(call.tx, query, seenInView(call), call.locale),
  ),
}

export const uploadOperations = {
  uploadOrders: handleOutside(upload.uploadOrders, (call, { portalId: _, ...input }) =>
    uploadOrders(call, input),
  ),
  listImports: handle(upload.listImports, ({ tx, portal }, { page }) => listImports(tx, portal.id, page)),
  undoImport: wakeAfter(
    'rollups',
    handle(upload.undoImport, async ({ tx, database, portal, record }, { importId }) => {
      record({ targetId: importId, before: await undoImport(tx, database, portal.id, importId) })
      return null
    }),
  ),
}

export const readingOperations = {
  readOrdersFile: handleOutside(reading.readOrdersFile, (call, { portalId: _, ...input }) =>
    readOrdersFile(call, input),
  ),
  listOrderFormats: handle(reading.listOrderFormats, ({ tx, portal }, { page }) =>
    listOrderFormats(tx, portal.id, page),
  ),
  deleteOrderFormat: handle(reading.deleteOrderFormat, async ({ tx, portal, record }, { formatId }) => {
    record({ targetId: formatId, before: await deleteOrderFormat(tx, portal.id, formatId) })
    return null
  }),
}
