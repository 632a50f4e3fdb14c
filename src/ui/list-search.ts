import { useNavigate, useRouter } from '@tanstack/react-router'

/** Ways to change what a list shows; its address holds all of it. */
interface ListSearch<S> {
  /** A new filter or order starts again at the first page. */
  filter: (change: Partial<Record<keyof S, string | undefined>>) => void
  /** Takes every filter away. */
  clear: () => void
  page: (page: number) => void
}

/**
 * Filters, order and page of a list in its address. `read` is the page's own reader of it. What is changed is what the address
 * says by then: whoever chooses a second filter while the list is still being asked for the first means both.
 */
export function useListSearch<S extends object>(read: (search: Record<string, unknown>) => S): ListSearch<S> {
  const navigate = useNavigate()
  const router = useRouter()
  const go = (next: (now: S) => object, options = {}) => {
    const shown = router.state.resolvedLocation?.pathname
    // On the way to another page, what was typed last is of the page that is being left.
    if (shown !== undefined && router.latestLocation.pathname !== shown) return
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...next(read(now)) })) as never,
      ...options,
    })
  }
  return {
    filter: (change) =>
      go((now) => read({ ...now, page: undefined, ...change }), { replace: true, resetScroll: false }),
    clear: () => go(() => ({})),
    page: (page) => go((now) => read({ ...now, page })),
  }
}

/**
 * The same for what is no list: changes what the address of the page at `to` asks for, from what it says by then. Whoever chooses
 * twice in a moment means both.
 */
export function useAddressSearch<S extends object>(
  to: string,
  read: (search: Record<string, unknown>) => S,
): (next: (now: S) => object, replace?: boolean) => Promise<void> {
  const navigate = useNavigate()
  return (next, replace = false) =>
    navigate({
      to: to as '.',
      search: ((now: Record<string, unknown>) => read({ ...next(read(now)) })) as never,
      replace,
      resetScroll: false,
    })
}
