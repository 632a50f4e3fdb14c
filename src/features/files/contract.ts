import * as z from 'zod/mini'
import { uploadMegabytes } from '#platform/constants.ts'
import { anyOf, operation } from '#platform/operation.ts'
import { PortalId } from '#platform/shapes.ts'

/** What a picture is for: it decides the size that is kept. */
export const pictureUses = ['cover', 'logo', 'wide', 'poster'] as const
export type PictureUse = (typeof pictureUses)[number]

const Pixels = z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)))

export const uploadFile = operation({
  method: 'POST',
  path: '/portal/{portalId}/file',
  bodyMegabytes: uploadMegabytes,
  status: 201,
  tag: 'files',
  summary:
    'Store a picture (JPEG, PNG, WebP) or, for picks, a video (MP4, WebM) of up to 25 MB, as multipart/form-data',
  access: anyOf([
    'portal.editlinks',
    'portal.editappearance',
    'portal.editfeatured',
    'portal.editreleases',
    'events.createoreditevents',
    'portal.editconfiguration',
    'products.manageproducts',
  ]),
  scope: 'portal',
  input: z.extend(PortalId, {
    file: z.file(),
    use: z.enum(pictureUses),
    /** Videos are taken only where this says so. */
    video: z.optional(z.enum(['true', 'false'])),
    /** The part of the picture to keep, in its own pixels once upright; all four or none. */
    left: Pixels,
    top: Pixels,
    width: Pixels,
    height: Pixels,
  }),
  output: z.object({
    /** For the fields that take a picture; the same path works on both origins. */
    url: z.string(),
    kind: z.enum(['picture', 'video']),
    bytes: z.number(),
  }),
})
