/** What can go wrong for a caller. Verbs throw these; words are chosen at the edge from `messages/`. */

export interface FieldError {
  code: string
  params?: Record<string, string | number>
}

export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly params: Record<string, string | number>
  readonly fields: Record<string, FieldError> | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    options: {
      params?: Record<string, string | number>
      fields?: Record<string, FieldError>
      headers?: Record<string, string>
    } = {},
  ) {
    super(code)
    this.status = status
    this.code = code
    this.params = options.params ?? {}
    this.fields = options.fields
    this.headers = options.headers ?? {}
  }
}

/** 400: the input does not say what is needed; `fields` names each wrong field. */
export class BadInput extends AppError {
  constructor(code: string, fields?: Record<string, FieldError>) {
    super(400, code, fields ? { fields } : {})
  }
}
/** 401: not signed in, or no longer. Programs, which have no session, are told in other words that they need a key. */
export class NotSignedIn extends AppError {
  readonly byProgram: boolean
  constructor(code = 'notSignedIn', byProgram = false) {
    super(401, code)
    this.byProgram = byProgram
  }
}
/** 403: the actor may see this but not do it. */
export class Forbidden extends AppError {
  constructor(code = 'forbidden') {
    super(403, code)
  }
}
/** 404: does not exist, or the actor may not know that it does; both answer the same bytes. */
export class NotFound extends AppError {
  constructor() {
    super(404, 'notFound')
  }
}
/** 409: true by itself, but not beside what already is. */
export class Conflict extends AppError {
  constructor(code: string, options: { field?: string; params?: Record<string, string | number> } = {}) {
    super(409, code, {
      ...(options.params ? { params: options.params } : {}),
      ...(options.field
        ? { fields: { [options.field]: { code, ...(options.params ? { params: options.params } : {}) } } }
        : {}),
    })
  }
}
/** 409: the page that asks was made for somebody else than who is signed in by now. */
export class OtherPerson extends AppError {
  constructor(name: string) {
    super(409, 'otherPerson', { params: { name } })
  }
}
/** 422: it says what is needed, and that does not hold; `fields` names each field that it is about. */
export class Unprocessable extends AppError {
  constructor(fields?: Record<string, FieldError>) {
    super(422, 'invalidInput', fields ? { fields } : {})
  }
}
/** 429: too many tries; `retryAfter` in seconds. */
export class TooMany extends AppError {
  constructor(retryAfter: number) {
    super(429, 'tooMany', { headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) } })
  }
}

/** Whose change an edit came too late for. `name` is null where the reader may not know it. */
export interface Change {
  mine: boolean
  name: string | null
  at: string
}
/** 412: it has been changed since the version that the edit began with. */
export class Stale extends AppError {
  readonly change: Change | undefined

  constructor(change?: Change) {
    super(412, 'stale')
    this.change = change
  }
}
