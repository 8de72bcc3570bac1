// The form of a benefit while the browser is at Discord or GitHub. It stays in this tab, and is read once.
import type { BenefitType } from '#client/index.ts'

const KEY = 'benefit-draft'

/** The values of a form, and its page. */
export interface BenefitDraft {
  readonly path: string
  readonly values: { readonly type: BenefitType } & Readonly<Record<string, unknown>>
}

/** Keeps a form until the browser is back. Without storage it begins anew. */
export function saveDraft(draft: BenefitDraft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // The form is empty when the browser is back.
  }
}

/** The form that was left; undefined if there is none. */
export function readDraft(): BenefitDraft | undefined {
  try {
    const text = sessionStorage.getItem(KEY)
    return text === null ? undefined : (JSON.parse(text) as BenefitDraft)
  } catch {
    return undefined
  }
}

/** The values of the form that was left at this page; undefined if there is none. */
export function draftOf(path: string): BenefitDraft['values'] | undefined {
  const draft = readDraft()
  return draft?.path === path ? draft.values : undefined
}

/** Forgets the form. */
export function deleteDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is none.
  }
}
