import { createFileRoute } from '@tanstack/react-router'
export const Route = createFileRoute('/_app/portals/$portalId')({ component: () => null })
