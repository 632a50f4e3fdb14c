import { useRouter } from '@tanstack/react-router'
import { isFailure } from '#client.ts'

/**
 * Reads the session anew after a change to what it lists (portals, their names and pictures); the menu and the next
 * page see it. The pages otherwise keep the session that they started with.
 */
export function useFreshSession(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    const { context } = router.options
    const session = await context.api.account.session({})
    if (!isFailure(session)) context.session = session
  }
}
