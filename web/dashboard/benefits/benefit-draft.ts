// The form that was left to connect a Discord server or a GitHub account.
import { useEffect } from 'react'
import { deleteDraft, draftOf } from '../linked-accounts/draft.ts'
import type { BenefitValues } from './benefit-values.ts'

/** The values with those of the form that was left at this page. */
export const withDraft = (values: BenefitValues): BenefitValues => ({
  ...values,
  ...(draftOf(location.pathname) as Partial<BenefitValues>),
})

/** Forgets the form that was left once the page shows it. */
export function useDraft(): void {
  useEffect(deleteDraft, [])
}
