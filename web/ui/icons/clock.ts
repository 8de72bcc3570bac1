import { createIcon } from './icon.tsx'

export const ClockIcon = /* @__PURE__ */ createIcon('M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM8 4.5V8l2.5 1.5')
