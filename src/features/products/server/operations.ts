import { handle, handleOutside } from '#platform/handle.ts'
import { seenInView } from '#platform/of-portals.ts'
import * as acts from '../acts-contract.ts'
import * as contract from '../contract.ts'
import * as purchase from '../purchase-contract.ts'
import * as transfer from '../transfer-contract.ts'
import { askForChange } from './ask-for-change.ts'
import { changeProducts } from './bulk-change.ts'
import { exportProducts } from './export-products.ts'
import { importProducts } from './import-products.ts'
import { updatePurchaseAddresses } from './purchase-addresses.ts'
import { listProducts } from './queries.ts'
import { type ProductRecord, readProductFile } from './read-product-file.ts'
import {
  createProduct,
  deleteProduct,
  duplicateProduct,
  moveProduct,
  productOf,
  productVersion,
  updateProduct,
} from './write-product.ts'

export const operations = {
  listProducts: handle(contract.listProducts, (call, query) =>
    listProducts(call.tx, query, seenInView(call)),
  ),
  getProduct: handle(contract.getProduct, ({ tx, portal }, { productId }) =>
    productOf(tx, portal.id, productId),
  ),
  createProduct: handle(contract.createProduct, ({ tx, portal }, { portalId: _, ...draft }) =>
    createProduct(tx, portal.id, draft),
  ),
  updateProduct: handle(
    contract.updateProduct,
    async ({ tx, portal, record }, { portalId: _, productId, ...draft }) => {
      const before = await productOf(tx, portal.id, productId)
      const after = await updateProduct(tx, before, draft)
      record({ targetId: productId, before, after })
      return after
    },
    { versionOf: ({ tx, portal }, { productId }) => productVersion(tx, portal.id, productId) },
  ),
  updatePurchaseAddresses: handle(
    purchase.updatePurchaseAddresses,
    async ({ tx, portal, record }, { productId, purchaseAddresses, variants = [] }) => {
      const before = await productOf(tx, portal.id, productId)
      await updatePurchaseAddresses(tx, before, { purchaseAddresses, variants })
      const after = await productOf(tx, portal.id, productId)
      record({ targetId: productId, before, after })
      return after
    },
    { versionOf: ({ tx, portal }, { productId }) => productVersion(tx, portal.id, productId) },
  ),
  askForChange: handleOutside(acts.askForChange, (call, { productId, text }) =>
    askForChange(call, productId, text),
  ),
  activateProduct: handle(acts.activateProduct, async ({ tx, portal, record }, { productId }) => {
    const after = await moveProduct(tx, portal.id, productId, 'active')
    record({ targetId: productId, after: { name: after.name, status: after.status } })
    return after
  }),
  redraftProduct: handle(acts.redraftProduct, async ({ tx, portal, record }, { productId }) => {
    const after = await moveProduct(tx, portal.id, productId, 'draft')
    record({ targetId: productId, after: { name: after.name, status: after.status } })
    return after
  }),
  archiveProduct: handle(acts.archiveProduct, async ({ tx, portal, record }, { productId }) => {
    const after = await moveProduct(tx, portal.id, productId, 'archived')
    record({ targetId: productId, after: { name: after.name, status: after.status } })
    return after
  }),
  duplicateProduct: handle(acts.duplicateProduct, ({ tx, portal }, { productId }) =>
    duplicateProduct(tx, portal.id, productId),
  ),
  deleteProduct: handle(acts.deleteProduct, async ({ tx, portal, record }, { productId }) => {
    record({ targetId: productId, before: await deleteProduct(tx, portal.id, productId) })
    return null
  }),
}

export const transferOperations = {
  exportProducts: handle(transfer.exportProducts, (call, query) => exportProducts(call, query)),
  importProducts: handle(
    transfer.importProducts,
    async ({ tx, locale, record }, { mode }, records: ProductRecord[]) => {
      const result = await importProducts(tx, records, mode, locale)
      if (result.touched.length === 0) record({ after: { created: 0, updated: 0 } })
      for (const { id, portal, before, after } of result.touched)
        record({ targetId: id, portal, after, ...(before ? { before } : {}) })
      const { touched: _, ...answer } = result
      return answer
    },
    { before: ({ locale }, { file, decimal, portal }) => readProductFile(file, locale, { decimal, portal }) },
  ),
  changeProducts: handle(transfer.changeProducts, async ({ tx, record }, wish) => {
    const { items, changes } = await changeProducts(tx, wish)
    if (wish.preview || changes.length === 0) record({ after: { changed: 0 } })
    else
      for (const one of changes)
        record({
          targetId: one.id,
          portal: { id: one.portalId, accountId: one.accountId },
          before: { name: one.name, status: one.status, priceCents: one.priceCents },
          after: { name: one.name, status: one.newStatus, priceCents: one.newPriceCents },
        })
    return {
      items: items.map(({ id, name, priceCents, newPriceCents, status, newStatus }) => ({
        id,
        name,
        priceCents,
        newPriceCents,
        status,
        newStatus,
      })),
      changed: changes.length,
    }
  }),
}
