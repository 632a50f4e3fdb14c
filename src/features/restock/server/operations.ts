import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { alertsAsCsv, countWaiting } from './alerts.ts'

export const operations = {
  countRestockAlerts: handle(contract.countRestockAlerts, async ({ tx, portal }, { productId }) => ({
    waiting: await countWaiting(tx, portal.id, productId),
  })),
  exportRestockAlerts: handle(contract.exportRestockAlerts, async ({ tx, portal }) => ({
    name: `${portal.code.toLowerCase()}-restock.csv`,
    csv: await alertsAsCsv(tx, portal.id),
  })),
}
