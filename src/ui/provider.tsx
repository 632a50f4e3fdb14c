import { MantineProvider } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { colorSchemeManager } from './color-scheme.ts'
import { nonce } from './nonce.ts'
import { theme } from './theme.ts'
import { Toasts } from './toast.tsx'

const manager = colorSchemeManager()

/** Theme, colour mode and toasts around every page. Variables come from a stylesheet (vite.config.ts). */
export function Provider({ children }: { children: ReactNode }) {
  const router = useRouter()
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="light"
      colorSchemeManager={manager}
      getStyleNonce={() =>
        router.options.ssr?.nonce ?? (typeof document === 'undefined' ? '' : (nonce() ?? ''))
      }
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
      <Toasts />
    </MantineProvider>
  )
}
