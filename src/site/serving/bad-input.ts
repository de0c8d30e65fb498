/** A call that no page of ours makes. By its status Start knows that it is no error of the site's. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
  readonly status = 400;
}
