// Follows a list whose links are addresses.
struct node {
    global struct node *next;
    uint value, unused;
};
kernel void follow(global struct node *list, global uint *out_values) {
    if (__builtin_amdgcn_workitem_id_x() == 0)
        for (uint i = 0; list; list = list->next) out_values[i++] = list->value;
}
