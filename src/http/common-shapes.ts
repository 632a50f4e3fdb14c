import * as z from 'zod/mini'
import { categories } from '#features/products/choices.ts'
import { webhookTypes } from '#features/webhooks/choices.ts'
import { countryCodes } from '#platform/countries.ts'
import { permissionKeys } from '#platform/permissions.ts'
import { Id } from '#platform/shapes.ts'

/** Shapes that many contracts write out, by the names under which the API's document tells them. */

/** Something by its id, and what people call it. */
export const Reference = z.object({ id: Id, name: z.string() })
/** What kind of thing a product is. */
export const Category = z.enum(categories)
export const CountryCode = z.enum(countryCodes)
/** A permission: the area, a dot, and what it lets one do. */
export const PermissionKey = z.enum(permissionKeys as [string, ...string[]])
/** What an endpoint can be told of: the thing, a dot, and what happened to it. */
export const WebhookType = z.enum(webhookTypes)
