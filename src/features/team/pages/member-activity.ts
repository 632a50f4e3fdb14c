import type { Api } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { mayReadActivity } from '#pages/navigation.ts'

/** What a member did and what was done to them at a portal; nothing for who may not read activity. */
export async function memberActivity(
  { api, session }: { api: Api; session: Session | null },
  portal: string,
  memberId: string,
) {
  return mayReadActivity(session) ? api.activity.listActivity({ about: memberId, portal }) : undefined
}
