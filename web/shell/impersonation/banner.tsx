import { leaveFor, useSession } from '../session.tsx'
import BorrowedLine from './line.tsx'

/** The line that marks a borrowed session, above every page behind the sign-in. */
export default function BorrowedBanner() {
  return <BorrowedLine {...useSession()} leave={leaveFor} />
}
