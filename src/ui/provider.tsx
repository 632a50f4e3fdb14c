import { MantineContext, MantineThemeProvider, useProviderColorScheme } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { colorSchemeManager } from './color-scheme.ts'
import { nonce } from './nonce.ts'
import { theme } from './theme.ts'
import { Toasts } from './toast.tsx'

const manager = colorSchemeManager()

const getRootElement = () => document.documentElement

/**
 * Theme, colour mode and toasts around every page: Mantine's own provider without what writes variables into the page,
 * which come from a stylesheet here (vite.config.ts).
 */
export function Provider({ children }: { children: ReactNode }) {
  const router = useRouter()
  const scheme = useProviderColorScheme({
    defaultColorScheme: 'light',
    forceColorScheme: undefined,
    manager,
    getRootElement,
  })
  const { colorScheme, setColorScheme, clearColorScheme } = scheme
  return (
    <MantineContext
      value={{
        colorScheme,
        setColorScheme,
        clearColorScheme,
        getRootElement,
        getStyleNonce: () =>
          router.options.ssr?.nonce ?? (typeof document === 'undefined' ? '' : (nonce() ?? '')),
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeProvider theme={theme}>
        {children}
        <Toasts />
      </MantineThemeProvider>
    </MantineContext>
  )
}
