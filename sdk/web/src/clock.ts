/** Time, as an argument: the page's own, or one that a test moves. */
export interface Clock {
  /** Run something after so many milliseconds, unless what is returned is called first. */
  after(milliseconds: number, run: () => void): () => void;
}

export const wallClock: Clock = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
