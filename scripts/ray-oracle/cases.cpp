// Random stacks, nodes and rays, and what AMD's functions make of them, a case a line. Everything is hexadecimal.
// Where docs/rays.md says that something was chosen, no case asks for it.

static uint64_t state = 88172645463325252ull;
static uint64_t bits() {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}
static uint below(uint n) { return (bits() >> 33) % n; }
static float uniform(float low, float high) { return low + (high - low) * (float)((bits() >> 40) / 16777216.0); }
// Now and then a number that is special.
static float special(float value) {
  switch (below(40)) {
  case 0: return 0.0f;
  case 1: return -0.0f;
  case 2: return 1.0f;
  default: return value;
  }
}

static FILE *file;
static void put(uint word) { fprintf(file, "%x ", word); }
static void put(float value) { put(asuint(value)); }
static void bar() { fprintf(file, "| "); }

// Walks, each with a stack of its own; a line begins with whether one begins.
static void rings(int walks) {
  for (int walk = 0; walk < walks; walk++) {
    local.clear();
    stack_entries = 3 + below(28);
    uint stack = below(1000) << 15;
    bool two = below(2), ranges = !two && below(2);
    const uint kinds[] = {0, 1, 5, 5, 6, 2, 3, 8, 9};
    for (int i = 0; i < 40; i++) {
      uint n[8], hit = below(i / 10 % 2 ? 3 : 9);
      for (uint k = 0; k < 8; k++) {
        n[k] = k < hit ? below(40) << 4 | kinds[below(ranges ? 9 : 5)] : ~0u;
        if (below(30) == 0) n[k] = 0xfffffff8u + below(8);
      }
      uint last = ~0u, how = below(20);
      if (how < 4) last = n[below(8)];
      if (how == 4) last = below(600);
      if (how == 5) last = 0xfffffff8u + below(8);
      fprintf(file, "ring ");
      put(uint(i == 0)), put(stack_entries), put(uint(two ? 2 : 1)), put(uint(ranges)), put(stack), put(last);
      for (uint node : n) put(node);
      bar();
      uint4 low(n[0], n[1], n[2], n[3]), high(n[4], n[5], n[6], n[7]);
      uint2 next(0, ~0u);
      if (two)
        next = ds_stack_push8_pop2_emulation(stack, last, low, high);
      else
        next.x = ds_stack_push8_pop1_emulation(stack, last, low, high, ranges ? GPURT_RTIP3_1 : GPURT_RTIP3_0);
      put(stack), put(next.x), put(next.y);
      fprintf(file, "\n");
    }
  }
}

static void counted(int walks) {
  for (int walk = 0; walk < walks; walk++) {
    local.clear();
    uint stack = below(1000) << 18;
    for (int i = 0; i < 40; i++) {
      uint n[4], hit = below(i / 10 % 2 ? 2 : 5);
      for (uint k = 0; k < 4; k++) n[k] = k < hit ? below(40) << 3 | below(8) : ~0u;
      uint last = ~0u, how = below(20);
      if (how < 4) last = n[below(4)];
      if (how == 4) last = below(300);
      if (how == 5) last = 0xfffffffeu;
      fprintf(file, "counted ");
      put(uint(i == 0)), put(stack), put(last);
      for (uint node : n) put(node);
      bar();
      uint next = ds_store_stack(stack, last, uint4(n[0], n[1], n[2], n[3]));
      put(stack), put(next);
      fprintf(file, "\n");
    }
  }
}

// Nodes lie from here on.
static const uint AT = 0x180;
static void set(uint word, uint value) { memcpy(nodes + AT + 4 * word, &value, 4); }
static void set(uint word, float value) { set(word, asuint(value)); }

static void child(uint at) {
  const uint kinds[] = {5, 5, 0, 1, 2, 3, 6, 8, 11};
  uint low[3], high[3];
  for (int k = 0; k < 3; k++) low[k] = below(2000), high[k] = low[k] + below(2000);
  set(at, low[0] | low[1] << 12 | (below(3) ? 0 : below(16)) << 24);
  set(at + 1, low[2] | high[0] << 12 | (below(3) ? 0xff : below(256)) << 24);
  set(at + 2, high[1] | high[2] << 12 | kinds[below(9)] << 24 | (below(4) ? 1 + below(3) : 0) << 28);
}
static void grid(uint at, uint most) {
  for (int k = 0; k < 3; k++) set(at + k, uniform(-8, 2));
  set(at + 3, (128 + below(4)) | (128 + below(4)) << 8 | (128 + below(4)) << 16 | below(most) << 28);
}
static void packed_boxes() {
  set(0, 0x400u), set(1, 0x8000u);
  grid(3, 8);
  set(7, below(2) ? 0x7f : below(104));
  for (int c = 0; c < 8; c++) child(8 + 3 * c);
}
static void instance() {
  for (int k = 0; k < 12; k++) set(k, special(uniform(-2, 2)));
  set(13, below(64) << 8 | below(1024) << 22);
  set(14, 5u), set(15, 0xff000000u | uint(bits() & 0xffffff));
  grid(16, 4);
  for (int c = 0; c < 4; c++) {
    child(20 + 3 * c);
    // Masks and flags of these are not looked at there.
    uint word;
    memcpy(&word, nodes + AT + 4 * (20 + 3 * c), 4), set(20 + 3 * c, word & 0xffffff);
    memcpy(&word, nodes + AT + 4 * (21 + 3 * c), 4), set(21 + 3 * c, word | 0xff000000);
  }
}
static uint cursor;
static void field(uint value, uint count) {
  for (uint k = 0; k < count; k++, cursor++) {
    uint8_t &byte = nodes[AT + cursor / 8];
    byte = byte & ~(1 << cursor % 8) | (value >> k & 1) << cursor % 8;
  }
}
// One pair, corners as they are; what is between is anything.
static void packet() {
  cursor = 0;
  uint geometry = below(15), more = below(6), primitive = below(29), part = below(20);
  for (int k = 0; k < 3; k++) field(31, 5);
  field(0, 5), field(geometry, 4), field(more, 4), field(0, 3), field(0, 1), field(primitive, 5), field(part, 5);
  field(700 + below(200), 10);
  for (int corner = 0; corner < 6; corner++)
    for (int k = 0; k < 3; k++) field(asuint(uniform(-4, 4)), 32);
  cursor = 1024 - 29;
  // The second one is no triangle if the first one is none.
  bool procedural = below(6) == 0;
  field(below(2), 1), field(0, 1), field(below(2), 1);
  for (int k = 0; k < 3; k++) field(procedural ? 15 : 3 + k, 4);
  field(0, 1), field(below(2), 1);
  for (int k = 0; k < 3; k++) field(procedural ? 15 : k, 4);
}
static void floats(uint at) {
  for (int c = 0; c < 4; c++) {
    set(at + c, 8 * (c + 1 + at) | 5);
    for (int k = 0; k < 3; k++) {
      float low = uniform(-6, 3);
      set(at + 4 + 6 * c + k, low), set(at + 7 + 6 * c + k, low + uniform(0, 6));
    }
  }
  set(at + 28, below(2) ? 0 : uint(bits() & 0x0f0f0f0f));
}
// Children that are no triangles, or not there.
static uint kind() { return below(5) == 0 ? 2 : 4 + below(4); }
static void exponents(uint at) {
  set(at, 0x100 | kind() << 29);
  set(at + 1, kind() | kind() << 3 | kind() << 6 | (below(2) ? 0 : below(32768)) << 9 | (125 + below(6)) << 24);
  set(at + 2, (125 + below(6)) | (125 + below(6)) << 8 | uint(bits() & 0xffff0000));
}
static void triangles(uint at) {
  for (int k = 0; k < 12; k++) set(at + k, uniform(-4, 4));
  uint about = 0;
  for (int t = 0; t < 4; t++) about |= (9 | (below(6) == 0) << 6 | below(2) << 7) << 8 * t;
  set(at + 15, about);
}
static uint either(uint at, uint node) {
  if (common_exponents ? below(2) : 0) return exponents(at), node | 4;
  if (!common_exponents && below(2)) return floats(at), node | 5;
  return triangles(at), node | below(2);
}

static void rays(int count) {
  const char *names[] = {"eight", "packed-instance", "packet", "two", "plain-eight", "instance"};
  for (int i = 0; i < count; i++) {
    uint mode = below(6);
    for (uint word = 0; word < 64; word++) set(word, uint(bits() >> 20));
    common_exponents = below(2);
    uint node = 0x10, second = ~0u;
    // Both sides, and which one is the front, are not asked for.
    uint flags = below(3) ? 0 : below(1024) & ~0xcu;
    // Nor what leaves out instances that are packed, or their boxes.
    if (mode == 1) flags &= 0x33;
    uint mask = below(4) ? 0xff : 1u << below(8), order = below(4);
    float3 origin, direction;
    for (int k = 0; k < 3; k++) {
      origin[k] = special(uniform(-8, 8));
      direction[k] = special((uniform(-3, 3) - origin[k]) / 4);
    }
    float extent = uniform(0.2, 40);
    switch (mode) {
    case 0: packed_boxes(), node |= 5; break;
    case 1: instance(), node |= 6; break;
    case 2: packet(); break;
    case 3:
      node = either(0, 0x10), second = either(32, 0x20);
      if (below(5) == 0) second = ~0u;
      break;
    case 4:
      switch (below(3)) {
      case 0: floats(0), floats(32), node |= 2; break;
      case 1: exponents(0), exponents(16), node |= 3; break;
      default: node = either(0, 0x10);
      }
      break;
    default: instance(), node |= 6;
    }
    uint64_t base = 0x20 | uint64_t(flags) << 54;
    fprintf(file, "%s ", names[mode]);
    put(uint(common_exponents)), put(uint(base)), put(uint(base >> 32)), put(mask), put(order), put(node), put(second);
    put(extent);
    for (int k = 0; k < 3; k++) put(origin[k]);
    for (int k = 0; k < 3; k++) put(direction[k]);
    bar();
    for (uint word = 0; word < (mode == 3 || mode == 4 ? 64 : 32); word++) put(LoadDwordAtAddr(AT + 4 * word));
    bar();
    uint answer[10];
    if (mode <= 2) {
      Bvh8IntersectResult told = image_bvh8_intersect_ray_3_1(base, node, origin, direction, extent, mask, order);
      memcpy(answer, &told, sizeof answer);
    } else {
      DualIntersectResult told =
          mode == 3 ? image_bvh_dual_intersect_ray(base, node, second, origin, direction, extent, mask, order)
                    : image_bvh8_intersect_ray(base, node, origin, direction, extent, mask, order);
      memcpy(answer, &told, sizeof answer);
    }
    for (uint word : answer) put(word == 0xdeadbeef ? ~0u : word);
    for (int k = 0; k < 3; k++) put(origin[k]);
    for (int k = 0; k < 3; k++) put(direction[k]);
    fprintf(file, "\n");
  }
}

int main(int, char **arguments) {
  int count = atoi(arguments[2]);
  state += 2 * strtoull(arguments[3], nullptr, 10);
  file = fopen(arguments[1], "w");
  if (!file) return 1;
  counted(count / 40), rings(count / 20), rays(count);
  return fclose(file);
}
