/** Milliseconds that an answer waits at most for the exact sizes of files, unless set otherwise: of a second from the link to the answer. */
export const SIZE_WAIT_MS = 600;
