import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { countWaiting } from './alerts.ts'
import { exportAlerts } from './export-alerts.ts'

export const operations = {
  countRestockAlerts: handle(contract.countRestockAlerts, async ({ tx, portal }, { productId }) => ({
    waiting: await countWaiting(tx, portal.id, productId),
  })),
  exportRestockAlerts: handle(contract.exportRestockAlerts, (call) => exportAlerts(call)),
}
