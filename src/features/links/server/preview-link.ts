import { AppError } from '#platform/errors.ts'
import { ForeignRefusal, readForeign } from '#platform/foreign.ts'
import {
  SafeFetchError,
  type SafeFetchOptions,
  type SafeFetchReason,
  safeFetch,
} from '#platform/safe-fetch.ts'
import type { PagePreview } from './preview-page.ts'

const codes: Record<SafeFetchReason, string> = {
  refused: 'links.previewRefused',
  unreachable: 'links.previewUnreachable',
  status: 'links.previewUnreachable',
  contentType: 'links.previewNotPage',
  tooLarge: 'links.previewTooLarge',
  timeout: 'links.previewTimeout',
}

/**
 * Title, description, picture and site name of a public page, read safely; `url` is where its redirects ended.
 * Throws AppError 422 with a code `links.preview…`; `params.status` is the page's answer where it gave one.
 */
export async function previewLink(
  address: string,
  testing: Pick<SafeFetchOptions, 'resolve' | 'letThrough' | 'timeoutMs'> = {},
): Promise<PagePreview & { url: string }> {
  try {
    const page = await safeFetch(address, {
      ...testing,
      accept: 'text/html,application/xhtml+xml',
      contentTypes: ['text/html', 'application/xhtml+xml'],
      userAgent: 'BacklineLinkPreview/1.0',
      // What a page says about itself stands at its top: the first 512 KB of a long page are enough.
      whenLonger: 'cut',
    })
    const preview = await readForeign<PagePreview>('preview', page.body, page.contentType, page.url)
    if (page.cut && !preview.title) throw new SafeFetchError('tooLarge')
    return { url: page.url, ...preview }
  } catch (error) {
    if (tooDemanding(error)) throw new AppError(422, codes.tooLarge)
    if (!(error instanceof SafeFetchError)) throw error
    throw new AppError(422, codes[error.reason], error.status ? { params: { status: error.status } } : {})
  }
}

/** A page that no honest program wrote. */
const tooDemanding = (error: unknown) =>
  error instanceof ForeignRefusal || (error instanceof AppError && error.status === 422)
