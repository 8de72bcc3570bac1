import { useContext } from 'react'
import { NotFound } from './not-found.tsx'
import { OrganizationContext } from './organizations.ts'
import { FullPage } from './public/full-page.tsx'

/** An address that no screen has: inside an organization in its frame, else as a page of its own. */
export default function NotFoundPage() {
  const organization = useContext(OrganizationContext)
  return organization === null ? (
    <FullPage>
      <NotFound />
    </FullPage>
  ) : (
    <NotFound />
  )
}
