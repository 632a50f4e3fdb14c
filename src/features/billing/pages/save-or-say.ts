import { m } from '#paraglide/messages.js'
import { downloadFrom } from '#ui/download.ts'
import { toast } from '#ui/toast.tsx'

/** Saves a paper of an operation, or says why there is none. */
export async function saveOrSay(path: `/api/${string}`, query: Record<string, unknown> = {}): Promise<void> {
  const fault = await downloadFrom(path, query)
  if (fault) toast(fault === true ? m['billing.failed']() : fault, { kind: 'error' })
}
