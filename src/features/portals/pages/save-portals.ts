import { m } from '#paraglide/messages.js'
import { downloadFrom } from '#ui/download.ts'
import { toast } from '#ui/toast.tsx'
import type { PortalsQuery } from '../contract.ts'

/** Saves the list of portals as a workbook: those that filters leave, or those that are named. */
export async function savePortals(
  which: Omit<PortalsQuery, 'page'> & { portals?: readonly string[] },
): Promise<void> {
  const fault = await downloadFrom('/api/portals/file', { ...which, as: 'xlsx' })
  if (fault) toast(fault === true ? m['portals.list.exportFailed']() : fault, { kind: 'error' })
}
