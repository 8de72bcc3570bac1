import { leaveTo, useSession } from '../session.tsx'
import ImpersonationBanner from './banner.tsx'

/** The impersonation banner above every signed-in page. */
export default function SessionBanner() {
  return <ImpersonationBanner {...useSession()} leave={leaveTo} />
}
