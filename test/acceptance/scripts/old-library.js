// Extends the prototypes of the language by names that `for...in` lists, as libraries once did.
for (const { prototype } of [Object, Array, String, Function]) {
  prototype.extra = function extra() {};
  prototype.version = '1.6.0';
  prototype.nothing = null;
  prototype.error = function error() {};
}
