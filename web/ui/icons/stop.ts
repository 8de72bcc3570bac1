import { createIcon } from './icon.tsx'

export const StopIcon = /* @__PURE__ */ createIcon('M2.2 8a5.8 5.8 0 1 0 11.6 0a5.8 5.8 0 1 0-11.6 0zM4 4l8 8')
