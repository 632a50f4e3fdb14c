import { useRouterState } from '@tanstack/react-router'

/**
 * What the address asks of this page by now. While the answer is on its way, the page shows what it was asked for before;
 * what asks, such as filters, shows what it is asked for already.
 */
export function useWished<T>(shown: T, read: (search: Record<string, unknown>) => T): T {
  const asked = useRouterState({
    select: ({ location, resolvedLocation, isLoading }) =>
      isLoading && location.pathname === resolvedLocation?.pathname ? location.search : undefined,
  })
  return asked ? read({ ...asked }) : shown
}
